"""Rooms that games share, asked by themselves: books, hands, tricks, duties, house rules, places in a line."""

import json

import msgspec
import pytest
from judging import faults, judged

from verifier.cards import CARD_CODES, CARD_TEXTS, FULL_PACK, PACK_SIZE, SUIT_MASKS, UNKNOWN
from verifier.finding import NOWHERE, Place
from verifier.games.acts import acts_of
from verifier.games.books import Books
from verifier.games.house import HouseRuleError, read_house
from verifier.games.kierki.house import HouseRules as KierkiRules
from verifier.games.kierki.lottery import LotteryTable
from verifier.games.king.choices import CONTRACTS, KOZ, Choices, Limit, Quotas
from verifier.games.king.house import PRESETS, HouseRules
from verifier.games.report import Report
from verifier.games.tricks.duties import _has_gone, _look_back, check_duty, prove_duties, unprove_duties
from verifier.games.tricks.hands import Hands
from verifier.games.tricks.items import ITEMS, Items, _items_of, all_taken
from verifier.games.tricks.rules.following import REVOKE
from verifier.games.tricks.rules.takers import check_taker
from verifier.games.tricks.table import Duty, HandTable, Play, Trick
from verifier.games.tricks.trick import beats
from verifier.replay.lines import Line, Moves
from verifier.replay.rules import BAD_TOKEN
from verifier.sheet import SheetRow

SPADES_HAND = SUIT_MASKS[0]


def at(event: int) -> Place:
    return Place(event, 1, 1, event)


def facts(report: Report) -> list[dict[str, object]]:
    return [finding.facts for finding in report.findings()]


# The report.


def test_a_thousand_findings_are_kept() -> None:
    report = Report({})
    for number in range(1001):
        report.add(REVOKE, at(number))
    assert (len(report.findings()), len(report.of_hand(1)), report.faults()) == (1000, 1000, 1001)
    report.add(BAD_TOKEN, at(2))
    assert report.faults() == 1001


# Hands.


def test_a_card_taken_back_is_held_and_known() -> None:
    hands = Hands()
    for card in (5, 7, 9):
        hands.play(1, card)
    hands.take_back(1, 5)
    hands.take_back(1, 9)
    assert (hands.played[1], hands.held[1], hands.dealt[1]) == (1 << 7, 1 << 5 | 1 << 9, 1 << 5 | 1 << 7 | 1 << 9)
    hands.show(1, 1 << 11)
    assert hands.held[1] == 1 << 5 | 1 << 9 | 1 << 11


def test_a_whole_hand_has_no_other_cards() -> None:
    hands = Hands([SPADES_HAND, 0, 0, 0])
    assert [hands.may_be_of(0, card) for card in (0, 11, 12, 13, 51)] == [True, True, True, False, False]
    assert hands.may_be_of(1, 0) is True
    assert hands.may_be_of(0, 12) is True


def test_which_hands_have_become_whole() -> None:
    hands = Hands()
    assert hands.settle() == 0
    hands.show(2, SUIT_MASKS[2])
    assert hands.settle() == 1 << 2
    hands.show(1, SUIT_MASKS[1])
    assert hands.settle() == 1 << 1
    hands.show(0, SUIT_MASKS[0])
    assert hands.settle() == 1 << 0 | 1 << 3
    both = Hands()
    both.show(1, SUIT_MASKS[1])
    both.show(2, SUIT_MASKS[2])
    assert both.settle() == 1 << 1 | 1 << 2


# Tricks on the table.


def laid(table: HandTable, *plays: tuple[int, int]) -> list[Play]:
    first = 3 + sum(len(trick.plays) for trick in table.tricks)
    made = [Play(seat, card, at(first + number)) for number, (seat, card) in enumerate(plays)]
    for play in made:
        table.apply_play(play)
    return made


def test_the_next_leader_has_taken_the_trick_where_nobody_says_so() -> None:
    table = HandTable(Hands(), frozenset({0}))
    laid(table, (0, 0), (1, 1), (2, 3), (3, 2))
    leaders = table.leaders
    assert leaders == {2}
    (lead,) = laid(table, (1, 10))
    assert (table.tricks[0].claim, table.tricks[0].leaders) == (1, {0})
    table.apply_take_back(lead)
    assert (len(table.tricks), table.tricks[0].claim, table.leaders) == (1, None, leaders)
    table.apply_claim(3)
    (lead,) = laid(table, (1, 10))
    assert table.tricks[0].claim == 3
    table.apply_take_back(lead)
    assert (table.tricks[0].claim, table.leaders) == (3, {2, 3})


def test_nothing_goes_back_from_a_trick_with_a_card_missing() -> None:
    table = HandTable(Hands(), frozenset())
    laid(table, (0, 0), (1, 1), (2, 3))
    assert table.can_take_back(2, 3) is not None
    table.apply_missing(3)
    assert table.tricks[0].missing == 3
    assert table.can_take_back(2, 3) is None


def test_a_card_that_a_seat_cannot_have_is_not_known_of_it() -> None:
    table = HandTable(Hands(), frozenset())
    table.apply_play(Play(0, 4, at(3), impossible=True))
    assert table.hands.dealt == [0, 0, 0, 0]


def test_what_came_after_an_impossible_card_is_laid_again() -> None:
    table = HandTable(Hands(), frozenset())
    laid(table, (0, 0))
    false, later = Play(1, 1, at(4), impossible=True), Play(2, 2, at(5), impossible=True)
    for play in (false, later):
        play.before = table.hands.copy()
        table.apply_play(play)
    laid(table, (3, 3))
    table.apply_take_back(false)
    assert table.hands.dealt == [1 << 0, 0, 0, 1 << 3]
    assert table.hands.played == [1 << 0, 0, 1 << 2, 1 << 3]


def test_who_takes_is_uncertain_without_the_card_led() -> None:
    play = Play(1, 5, NOWHERE)
    assert Trick(1).led() is None
    assert Trick(1).taken_by(-1) is None
    assert Trick(1, [None, play], [0, 1]).taken_by(-1) is None
    assert Trick(1, [play], [1]).taken_by(-1) == 1


def test_a_card_does_not_beat_itself() -> None:
    assert not beats(20, 1, 20, 1, -1)
    assert beats(21, 1, 20, 1, -1)


def test_the_trumps_of_a_trick_that_the_wrong_seat_takes() -> None:
    for trump, told in ((-1, None), (0, "S"), (1, "H"), (3, "C")):
        table, report = HandTable(Hands(), frozenset(), trump), Report({})
        laid(table, (0, 30), (1, 27), (2, 28), (3, 29))
        check_taker(table, table.tricks[0], 1, NOWHERE, report)
        assert [(one["trump"], one["taker"], one["recorded"]) for one in facts(report)] == [(told, "a", "b")]


# What tricks are counted by.


def test_what_each_card_is() -> None:
    assert tuple(map(_items_of, range(PACK_SIZE))) == ITEMS
    told = {"2C": Items(), "AH": Items(heart=1), "QS": Items(queen=1), "JD": Items(man=1), "KC": Items(man=1)}
    told |= {"QH": Items(heart=1, queen=1), "KH": Items(heart=1, man=1, king_of_hearts=1)}
    assert {text: _items_of(CARD_CODES[text]) for text in told} == told


def test_all_is_taken_with_the_last_trick() -> None:
    tricks = [Trick(number, [Play(seat, UNKNOWN, NOWHERE) for seat in range(4)], over=True) for number in range(1, 14)]
    assert all_taken(tricks, Items(trick=1), ()) == (True, True)
    assert all_taken(tricks[:12], Items(trick=1), ()) == (False, False)


# Duties.


def test_a_duty_tells_whether_it_is_broken_for_certain() -> None:
    for hands, certain in ((Hands([SPADES_HAND, 0, 0, 0]), True), (Hands(), False)):
        table = HandTable(hands, frozenset())
        play = Play(0, CARD_CODES["2H"], at(3))
        assert check_duty(table, play, REVOKE, SPADES_HAND, Report({}), {}) is certain
        assert len(play.duties) == (not certain)


def with_duty(hands: Hands, **more: int) -> tuple[HandTable, Play, Duty]:
    table = HandTable(hands, frozenset())
    duty = Duty(REVOKE, SUIT_MASKS[1], **more)
    play = Play(0, CARD_CODES["2D"], at(7), duties=[duty])
    table.apply_play(play)
    return table, play, duty


def test_what_was_held_until_a_play_does_not_prove_that_play() -> None:
    for until, proof in ((at(7), None), (at(8), at(20)), (None, at(20))):
        table, _, duty = with_duty(Hands())
        prove_duties(table, 0, 1 << CARD_CODES["3H"], at(20), until)
        assert (duty.proof, CARD_TEXTS[duty.shown]) == (proof, "3H" if proof else "??")


def test_what_proved_before_a_hand_was_doubtful_goes_on_proving() -> None:
    table, _, duty = with_duty(Hands())
    prove_duties(table, 0, 1 << CARD_CODES["3H"], at(20))
    unprove_duties(table, 0, at(20))
    assert duty.proof == at(20)
    unprove_duties(table, 0, at(19))
    assert duty.proof is None


def test_a_whole_hand_without_the_cards_has_broken_nothing() -> None:
    table, play, duty = with_duty(Hands([SPADES_HAND, 0, 0, 0]), unless=SUIT_MASKS[3])
    _look_back(table, table.tricks[0], play)
    assert (duty.cards, duty.proof) == (0, None)


def test_unknown_cards_are_those_that_a_whole_hand_never_showed() -> None:
    def gone(*cards: int, show: int, doubt: bool = False) -> bool:
        hands = Hands()
        table = HandTable(hands, frozenset())
        for number, card in enumerate(cards):
            laid(table, (0, card), (1, 13 + number), (2, 26 + number), (3, 39 + number))
        hands.show(0, show)
        hands.settle()
        if doubt:
            hands.doubt(0, None)
        return _has_gone(table, table.tricks[-1].plays[0] or play_of_nobody)

    play_of_nobody = Play(0, 0, NOWHERE)
    most = SPADES_HAND & ~0b111
    assert gone(UNKNOWN, UNKNOWN, *range(3, 13), show=SPADES_HAND) is False
    assert gone(UNKNOWN, UNKNOWN, UNKNOWN, *range(3, 13), show=0b111) is True
    assert gone(*range(3, 13), show=0b111) is False
    assert gone(*range(3, 13), show=most) is False
    assert gone(UNKNOWN, UNKNOWN, UNKNOWN, *range(3, 13), show=0b111, doubt=True) is False


# Books.


def books_of(players: int = 4) -> tuple[Books, Report]:
    return Books(players, names_seat=True), Report({})


def test_totals_before_the_first_hand_are_zero() -> None:
    for values, wrong, seat in (
        ([0, 0, 5, 0], [["c", 5, 0]], 2),
        ([1, 0, None, 2], [["a", 1, 0], ["d", 2, 0]], None),
    ):
        books, report = books_of()
        books.write_totals(values, NOWHERE, report)
        (finding,) = report.findings()
        told = {"recorded": values, "audited": [0, 0, 0, 0], "wrong": wrong}
        assert (finding.rule.name, finding.seat, finding.facts) == ("totals-wrong", seat, told)


def test_points_are_written_once() -> None:
    books, report = books_of()
    assert not books.has_totals()
    books.open_hand(SheetRow(1, 2))
    assert books.write_points([1, 0, 0, 0], NOWHERE, report)
    assert not books.write_points([2, 0, 0, 0], NOWHERE, report)
    assert facts(report) == [{"first": [1, 0, 0, 0], "second": [2, 0, 0, 0]}]
    books.close_hand([1, 0, 0, 0], [], report)
    assert books.has_totals()


def test_totals_are_judged_unless_points_are_still_to_be_taken() -> None:
    for more, found in (({}, 1), ({"judged": True}, 1), ({"judged": False}, 0)):
        books, report = books_of()
        books.open_hand(SheetRow(1, 2))
        books.write_totals([9, 0, 0, 0], NOWHERE, report, **more)
        books.close_hand([1, 0, 0, 0], [], report)
        assert len(facts(report)) == found


def test_a_winner_is_judged_unless_points_are_still_to_be_taken() -> None:
    for more, declared in (({}, ("a", NOWHERE)), ({"judged": False}, (None, None))):
        books, report = books_of()
        books.write_winner("a", NOWHERE, report, **more)
        assert books.declared() == declared


def test_a_total_may_be_right_in_several_ways() -> None:
    books, report = books_of()
    books.open_hand(SheetRow(1, 2))
    books.write_points([3, 0, 0, 0], NOWHERE, report)
    books.write_totals([9, 0, 0, 0], NOWHERE, report)
    books.close_hand([1, 0, 0, 0], [], report)
    assert facts(report) == [{"recorded": [9, 0, 0, 0], "audited": [1, 0, 0, 0], "wrong": [["a", 9, [1, 3]]]}]


def test_every_road_to_the_totals() -> None:
    books, report = books_of()
    assert books.all_totals() == [[0] * 4] * 5
    books.open_hand(SheetRow(1, 2))
    books.write_points([1, 0, 0, 0], NOWHERE, report)
    books.write_totals([5, 0, 0, 0], NOWHERE, report)
    books.close_hand([2, 0, 0, 0], [], report)
    assert books.all_totals() == [[2, 0, 0, 0], [5, 0, 0, 0], [5, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    books.open_hand(SheetRow(2, 5))
    books.write_points([1, 0, 7, None], NOWHERE, report)
    books.close_hand([3, 0, None, 9], [], report)
    audited, by_audited, written, summed, past = books.all_totals()
    assert (audited, summed, written) == ([5, 0, None, 9], [2, 0, 7, 9], [6, 0, 7, 9])
    assert (by_audited, past) == ([8, 0, 7, 9], [2, 0, 7, 9])
    books.open_hand(SheetRow(3, 8))
    books.write_totals([6, 0, 7, 9], NOWHERE, report)
    books.write_more_totals([7, 0, 7, None], NOWHERE)
    books.close_hand([0, 0, 0, 0], [], report)
    assert books.recorded() == [7, 0, 7, 9]


def test_without_points_the_table_went_by_its_own_takers() -> None:
    books, report = books_of()
    books.open_hand(SheetRow(1, 2))
    books.close_hand([1, 2, 3, 4], [[4, 3, 2, 1], [9, 9, 9, 9]], report)
    assert books.recorded() == [4, 3, 2, 1]


# Choices of King.


def quotas(**more: int) -> Quotas:
    given = {"penalties": 9, "trumps": 9, "once": False, "table": -1, "suit": -1, "opening": False}
    return Quotas(**{**given, **more})


def test_limits_of_a_choice() -> None:
    choices = Choices()
    kiz = CONTRACTS.index("kiz")
    for _ in range(2):
        choices.apply_seat(3, kiz)
        choices.apply_seat(3, KOZ)
    assert (choices.chosen(3, kiz), choices.penalties(3), choices.chosen(3, KOZ)) == (2, 2, 2)
    assert choices.broken(3, kiz, -1, 9, quotas(penalties=2)) is Limit.PENALTY_QUOTA
    assert choices.broken(3, KOZ, 1, 9, quotas(trumps=2)) is Limit.TRUMP_QUOTA
    # Nobody knows whose choice it is.
    assert choices.broken(-1, kiz, -1, 9, quotas(penalties=2)) is Limit.NONE
    assert choices.broken(-1, KOZ, 1, 9, quotas(trumps=2)) is Limit.NONE
    assert choices.broken(0, KOZ, 1, 4, quotas(opening=True)) is Limit.TRUMP_OPENING
    assert choices.broken(0, KOZ, 1, 5, quotas(opening=True)) is Limit.NONE
    assert choices.broken(0, KOZ, 1, 9, quotas(suit=0)) is Limit.SUIT_TABLE
    assert choices.broken(0, KOZ, -1, 9, quotas(suit=0)) is Limit.NONE
    assert choices.broken(0, kiz, -1, 9, quotas(table=0)) is Limit.PENALTY_TABLE


# House rules.


def refused(preset: str, options: dict[str, object]) -> tuple[str, str, dict[str, object]]:
    with pytest.raises(HouseRuleError) as caught:
        read_house(HouseRules, PRESETS, preset, options)
    assert str(caught.value) == f"{caught.value.rule.name}: {caught.value.option!r}"
    return caught.value.rule.name, caught.value.option, caught.value.facts


def test_what_is_said_of_house_rules_that_there_are_not() -> None:
    plain = next(iter(PRESETS))
    names = sorted(field.name for field in msgspec.structs.fields(HouseRules))
    assert refused("none", {}) == ("unknown-option", "none", {"preset": "none", "known": sorted(PRESETS)})
    assert refused(plain, {"no": 1}) == ("unknown-option", "no", {"option": "no", "known": names})
    rule, option, told = refused(plain, {"tie": "x"})
    assert (rule, option, told["option"]) == ("bad-value", "tie", "tie")
    assert refused(plain, {"trumps_per_player": "1"})[0] == "bad-value"
    nothing = {"penalties_per_player": 0, "trumps_per_player": 0}
    why = "penalties_per_player and trumps_per_player are both 0"
    assert refused(plain, nothing) == ("bad-value", "", {"reason": "option", "option": "rules", "detail": why})


# Places in a line of moves.


def columns(raw: str) -> list[tuple[int, int]]:
    text = json.loads(raw)[1]
    line = Line(7, raw.encode(), Moves(text))
    return [(place.column, place.event) for _, place in acts_of(line, line.event, 1, 4, Report({}))]


def test_columns_of_tokens() -> None:
    plain = '["m","a2S b3S"]'
    assert columns(plain) == [(7, 5), (11, 6)]
    assert columns(f" {plain}") == [(8, 5), (12, 6)]
    assert columns(r'["\u006d","a2S b3S"]') == [(12, 5), (16, 6)]
    assert columns(r'["m","a2\u0053 b3S"]') == [(7, 5), (16, 6)]


def test_what_a_token_says_is_cut_short() -> None:
    for raw, length in ((f'["m","{"x" * 41}"]', 40), (f'["m","{"x" * 39}"]', 39)):
        report = Report({})
        line = Line(7, raw.encode(), Moves(json.loads(raw)[1]))
        assert [*acts_of(line, line.event, 1, 4, report)] == []
        assert facts(report) == [{"token": "x" * length}]


@pytest.mark.parametrize("pair", ["\\ud800\\udc00", "\\uDBFF\\uDFFF", "\\ud83c\\udca1", "\\ue000\\u0041", "\\n\\u0041"])
def test_columns_behind_escapes(pair: str) -> None:
    raw = f'["m","{pair} b3S a4"]'
    report = Report({})
    line = Line(7, raw.encode(), Moves(json.loads(raw)[1]))
    (one,) = acts_of(line, line.event, 1, 4, report)
    assert one[1].column == 8 + len(pair)
    assert [finding.place.column for finding in report.findings()] == [7, 12 + len(pair)]


# A match of dealt hands.


def match(*lines: object, **rules: object) -> list[tuple[str, dict[str, object]]]:
    header = {"replay": 1, "game": "king", "players": ["A", "B", "C", "D"], "rules": rules}
    verdict = judged("".join(json.dumps(line) + "\n" for line in (header, *lines)))
    return [(one.rule.name, one.facts) for one in verdict.findings]


def test_lines_before_the_first_deal() -> None:
    assert ("act-outside-hand", {"token": "contract"}) in match(["contract", "a", "kiz"])
    assert ("act-outside-hand", {"token": "points"}) in match(["points", [0, 0, 0, 0]])


def test_what_these_games_do_not_have() -> None:
    deal = ["deal", None, None]
    assert ("act-not-in-this-game", {"token": "up"}) in match([*deal, "5S"])
    assert ("act-not-in-this-game", {"token": "stock"}) in match([*deal, None, "5S6S"])


# The lottery.


def test_a_card_goes_back_in_the_lottery() -> None:
    table = LotteryTable(Hands(), frozenset({0}), KierkiRules())
    play = Play(0, CARD_CODES["7S"], at(3))
    table.apply_play(play)
    left = [*table.left]
    assert left == [12, 13, 13, 13]
    assert table.can_take_back(0, CARD_CODES["7S"]) is play
    for seat, text in ((1, "7S"), (0, "7H"), (1, "7H")):
        assert table.can_take_back(seat, CARD_CODES[text]) is None
    table.apply_take_back(play)
    assert table.left == [13, 13, 13, 13]
    assert table.hands.held[0] & FULL_PACK == 1 << CARD_CODES["7S"]


def test_names_of_bad_players_are_faults() -> None:
    assert faults(judged('{"replay":1,"game":"king","players":["A"]}\n'))
