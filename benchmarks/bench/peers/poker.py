"""PokerKit, which replays hands of poker from their PHH text and validates every action."""

import random

from pokerkit import Automation, HandHistory, NoLimitTexasHoldem, State

from bench.rounds import Contestant

HANDS = 20
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def make(rng: random.Random) -> list[Contestant]:
    """Return the replay of random hands of no-limit hold'em at a table of six."""
    random.seed(rng.random())  # the library shuffles by the module's own generator
    histories = [random_hand(rng) for _ in range(HANDS)]
    actions = sum(len(history.actions) for history in histories)
    texts = [history.dumps() for history in histories]
    return [Contestant("PokerKit, from PHH text", "action", actions, lambda: replay(texts))]


def random_hand(rng: random.Random) -> HandHistory:
    """Return a hand in which nobody plays well."""
    game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 2)  # noqa: FBT003 - the library's own signature
    state = game([200] * 6, 6)
    while state.status:
        act(rng, state)
    return HandHistory.from_game_state(game, state)


def act(rng: random.Random, state: State) -> None:
    """Do the next thing: deal, or let the player to act do something."""
    if state.can_deal_hole():
        state.deal_hole()
    elif state.can_burn_card():
        state.burn_card()
    elif state.can_deal_board():
        state.deal_board()
    elif rng.random() < 0.15 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
    elif rng.random() < 0.1 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def replay(texts: list[str]) -> None:
    """Replay the hands to their ends; an action that is not allowed raises."""
    for text in texts:
        state = None
        for state in HandHistory.loads(text):  # noqa: B007 - the last state is looked at
            pass
        assert state is not None
        assert not state.status
