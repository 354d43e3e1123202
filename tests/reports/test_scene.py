import pytest

from verifier.finding import FaultClass, Finding, Place, Rule
from verifier.reports.wording import SENTENCES, tell
from verifier.reports.wording.scene import MOST_LISTED, Scene, joined

PLAYERS = ["Ayşe", "Ali", "Can", "E\x1b"]


@pytest.mark.parametrize(
    ("template", "fact", "words"),
    [
        ("{x}", None, "nothing"),
        ("{x}", True, "yes"),
        ("{x}", False, "no"),
        ("{x}", -5, "-5"),
        ("{x}", "a\nb", r"a\nb"),
        ("{x}", ["QH", None, 2], "QH nothing 2"),
        ("{x}", [], "none"),
        ("{x}", {"a": ["2C", "3C"], "b\x1b": {}}, r"a 2C 3C, b\x1b none"),
        ("{x:seat}", "b", "b (Ali)"),
        ("{x:seat}", 3, r"d (E\x1b)"),
        ("{x:seat}", "p", "p"),
        ("{x:seat}", 99, "99"),
        ("{x:seat}", None, "nobody"),
        ("{x:seat a player}", None, "a player"),
        ("{x:seats}", "ab", "a (Ayşe) and b (Ali)"),
        ("{x:seats or}", ["a", "b", "c"], "a (Ayşe), b (Ali) or c (Can)"),
        ("{x:seats}", "", "nobody"),
        ("{x:seats}", 1, "b (Ali)"),
        ("{x:suit}", "H", "hearts"),
        ("{x:suit}", None, "no suit"),
        ("{x:Suit}", "C", "Clubs"),
        ("{x:suit}", "\x1b", r"\x1b"),
        ("{x:numbers}", [1, None, -3], "a 1, b ?, c -3"),
        ("{x:numbers}", 7, "7"),
        ("{x:numbers}", None, "nothing"),
        ("{x:count card cards}", 1, "1 card"),
        ("{x:count card cards}", 0, "0 cards"),
        ("{x:count card cards}", ["2C", "3C"], "2 cards"),
        ("{x:or}", ["2C", "3C", "4C"], "2C, 3C or 4C"),
        ("{x:and}", ["2C", "3C"], "2C and 3C"),
        ("{x:and}", "one", "one"),
        ("{x:or no card}", [], "no card"),
        ("{x:or}", None, "nothing"),
    ],
)
def test_a_fact_in_words(template, fact, words):
    assert Scene({"x": fact}, PLAYERS).fill(template) == words


def test_seat_and_legal_are_those_of_the_finding_unless_a_fact_says_otherwise():
    assert Scene({}, PLAYERS, 1, ["2C", "3C"]).fill("{seat}: {legal}") == "b (Ali): 2C or 3C"
    assert Scene({"seat": "N"}, [], 1).fill("{seat}") == "N"
    for key in ("seat", "legal", "x"):
        with pytest.raises(KeyError):
            Scene({}, PLAYERS).fill(f"{{{key}}}")


def test_a_long_list_is_cut_and_its_rest_counted():
    cards = [str(number) for number in range(MOST_LISTED + 3)]
    assert joined(cards, "or").endswith(", 25 or 3 more")
    assert Scene({"x": cards}, []).fill("{x}").endswith("25 and 3 more")


@pytest.mark.parametrize(
    ("name", "facts", "legal", "words"),
    [
        (
            "hand-size-wrong",
            {"sizes": [["a", 12], ["b", 14]]},
            None,
            "The deal gives a (Ayşe) 12 cards and b (Ali) 14 cards, where every hand has 13.",
        ),
        (
            "deal-not-a-pack",
            {"twice": ["2C"], "missing": ["AS", "KS"], "jokers": 1},
            None,
            "The deal is not one pack of 52 cards: it has 2C twice and 1 joker, and AS and KS nowhere.",
        ),
        (
            "deal-not-a-pack",
            {"twice": [], "missing": [], "jokers": 2},
            None,
            "The deal is not one pack of 52 cards: it has 2 jokers.",
        ),
        (
            "card-not-in-hand",
            {"card": "2C", "hand": None, "holder": None},
            None,
            "b (Ali) came up with 2C, which is not in its hand.",
        ),
        (
            "card-already-played",
            {"card": "2C", "trick": 3, "by": "c"},
            None,
            "b (Ali) played 2C, which c (Can) had played in trick 3.",
        ),
        (
            "wrong-leader",
            {"trick": 2, "expected": ["a"], "before": [], "recorded": False},
            None,
            "b (Ali) led to trick 2, which a (Ayşe) had to lead. Who took the trick before is not recorded.",
        ),
        (
            "takeback-not-in-rules",
            {"card": "2C", "back": False},
            None,
            "b (Ali) took back 2C: a card stands as it was played, and this one cannot go back.",
        ),
        (
            "trick-winner-wrong",
            {"trick": 1, "recorded": "a", "taker": "b", "hint": None},
            None,
            "Trick 1 was given to a (Ayşe), but b (Ali) took it.",
        ),
        (
            "totals-wrong",
            {"wrong": [["a", 5, [6, 7]], ["b", 1, 2]]},
            None,
            (
                "The total of a (Ayşe) is written as 5, where 6 or 7 is right; "
                "the total of b (Ali) is written as 1, where 2 is right."
            ),
        ),
        (
            "points-wrong",
            {"recorded": [1, 2], "audited": [2, 1], "diagnosis": None},
            None,
            "The points are written as a 1, b 2, where the tricks give a 2, b 1.",
        ),
        (
            "pass-while-able",
            {"actor": "c", "able": ["b", "a"], "skipped": True},
            ["7S"],
            (
                "b (Ali) was passed over when c (Can) acted, while holding 7S, which could be played; "
                "in all b (Ali) and a (Ayşe) could play."
            ),
        ),
        (
            "not-a-seven",
            {"card": "8C", "row": []},
            [],
            "b (Ali) opened a suit with 8C, where only its seven opens it; it could only pass.",
        ),
        (
            "not-adjacent",
            {"card": "TC", "row": ["7C", "8C"]},
            ["9C"],
            "b (Ali) laid TC, which is next to no card of its row (7C 8C); it could have played 9C.",
        ),
        (
            "deal-out-of-order",
            {"deals": 12, "due": None, "claimed": None},
            None,
            "A further deal comes after the last of the 12 deals.",
        ),
        (
            "winner-wrong",
            {"recorded": "pp", "winners": "ab"},
            None,
            "The winner is declared to be p and p, where a (Ayşe) and b (Ali) won.",
        ),
    ],
)
def test_sentences_word_by_word(name, facts, legal, words):
    rule = Rule("XYZ101", name, FaultClass.ILLEGAL, "title")
    assert tell(SENTENCES[name], Finding(rule, Place(1, 1, 1, 1), 1, legal=legal, facts=facts), PLAYERS) == words
