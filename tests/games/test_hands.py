"""What is known of four hands, on its own."""

from verifier.cards import FULL_PACK, UNKNOWN
from verifier.games.tricks.hands import Hands

SUITS = [0x1FFF << 13 * suit for suit in range(4)]


def test_three_hands_give_the_fourth() -> None:
    hands = Hands([*SUITS[:3], 0])
    assert hands.whole == [True] * 4
    assert hands.held[3] == SUITS[3]


def test_hands_that_overlap_give_nothing() -> None:
    hands = Hands([SUITS[0], SUITS[0], SUITS[2], 0])
    assert hands.whole[3] is False
    assert hands.dealt[3] == 0


def test_a_fourth_hand_that_held_a_card_of_another_is_not_concluded() -> None:
    hands = Hands([*SUITS[:3], 1])
    assert hands.whole[3] is False


def test_whose_a_card_is() -> None:
    hands = Hands([SUITS[0], 0, 0, 0])
    assert hands.holder(0) == hands.owner(0) == 0
    assert hands.holder(51) is None
    assert hands.owner(51) is None
    hands.play(1, 51)
    assert (hands.holder(51), hands.owner(51)) == (1, None)
    hands.doubt(0, None)
    assert (hands.holder(0), hands.owner(0)) == (None, 0)


def test_a_doubtful_hand_may_hold_anything_and_learns_nothing() -> None:
    hands = Hands(SUITS)
    hands.doubt(0, None)
    assert hands.possible(0) == SUITS[0]
    hands.show(0, 1)
    hands.play(0, 5)
    hands.take_back(0, 5)
    assert hands.held[0] == 0
    hidden = Hands([0, *SUITS[2:], 0])
    hidden.doubt(1, None)
    assert hidden.possible(0) == FULL_PACK & ~SUITS[3]


def test_a_hand_with_an_unknown_card_played_is_not_certain_though_whole() -> None:
    hands = Hands()
    hands.play(0, UNKNOWN)
    hands.show(0, SUITS[0])
    hands.held[0] = 0
    assert hands.settle() == 1
    assert (hands.whole[0], hands.held[0], hands.possible(0)) == (True, 0, SUITS[0])


def test_a_copy_goes_its_own_way() -> None:
    hands = Hands(SUITS)
    other = hands.copy()
    hands.play(0, 0)
    assert other.held[0] == SUITS[0]
    assert other.given == hands.given
