"""Rooms of Kierki asked by themselves: who deals, the lottery's table, points of contracts claimed by mistake."""

from verifier.cards import CARD_CODES, UNKNOWN
from verifier.finding import Place
from verifier.games.kierki.dealers import Dealers
from verifier.games.kierki.deals import DealType
from verifier.games.kierki.house import HouseRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.kierki.scoring import award_points, possible_points
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.table import Play, Trick


def at(event: int) -> Place:
    return Place(event, 1, 1, event)


def test_the_deal_goes_round_from_the_recorded_dealer_or_the_due_one():
    dealers = Dealers(rotates=True)
    told = []
    for dealer in (2, 3, 2, 3, None):
        dealers.apply_deal(dealer)
        told.append((sorted(dealers.now), sorted(dealers.due)))
    assert told == [([2], [3]), ([3], [0]), ([0, 2], [1, 3]), ([3], [0]), ([0], [1])]
    assert dealers.first == {2}


def test_the_dealer_of_the_lottery():
    for name, due in (("first", {1}), ("stated", set()), ("rotation", {3})):
        dealers = Dealers(rotates=True)
        for dealer in (1, 2):
            dealers.apply_deal(dealer)
        dealers.turn_to_lottery(HouseRules(lottery_dealer=name))
        assert dealers.due == due


def lottery() -> LotteryTable:
    return LotteryTable(Hands(), frozenset({0}), HouseRules())


def test_a_card_goes_back_and_all_is_as_it_was():
    table = lottery()
    for number, (seat, text) in enumerate([(0, "7S"), (1, "8S"), (0, "6S")]):
        table.apply_play(Play(seat, CARD_CODES[text], at(number + 3)))
    before = (table.turn, table.last, table.bonus, table.blind, table.spoiled, [*table.left], table.laid)
    table.bonus = 3
    play = Play(2, CARD_CODES["5S"], at(9))
    table.apply_play(play)
    assert (table.last, table.bonus, table.left) == (2, None, [11, 12, 12, 13])
    table.apply_take_back(play)
    assert (table.turn, table.last, table.bonus, table.blind, table.spoiled, table.left, table.laid) == (
        *before[:2],
        3,
        *before[3:],
    )


def test_a_card_that_a_seat_cannot_have_says_nothing_of_its_hand():
    table = lottery()
    table.apply_play(Play(0, CARD_CODES["7S"], at(3), impossible=True))
    assert (table.hands.dealt[0], table.spoiled) == (0, True)


def test_only_an_ace_lets_a_seat_act_once_more():
    for card, bonus in ((CARD_CODES["AS"], 1), (CARD_CODES["7S"], None), (UNKNOWN, None)):
        table = LotteryTable(Hands(), frozenset({0}), HouseRules(ace_bonus=True))
        table.apply_play(Play(1, card, at(3)))
        assert (table.bonus, table.blind) == (bonus, card == UNKNOWN)


def test_the_first_two_seats_out_are_given_points():
    assert award_points([2]) == [0, 0, 800, 0]
    assert award_points([2, 0]) == [500, 0, 800, 0]
    assert award_points([2, 0, 1]) == [500, 0, 800, 0]


def test_points_of_contracts_claimed_by_mistake():
    plays: list[Play | None] = [Play(seat, CARD_CODES["2H"] + seat, at(3)) for seat in range(4)]
    trick = Trick(1, plays, [0, 1, 2, 3], 3, claim=1, over=True)
    rows = possible_points(DealType.TRICKS, [DealType.HEARTS], [trick], HouseRules())
    tricks, hearts = (next(abs(point) for point in row if point) for row in rows[:2])
    assert [[abs(point) for point in row] for row in rows] == [
        [0, tricks, 0, 0],
        [0, 0, 0, hearts],
        [0, hearts, 0, 0],
    ]
    assert tricks != hearts
