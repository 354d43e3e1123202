"""Cards as ints, texts and masks."""

import pytest

from verifier.cards import (
    CARD_CODES,
    CARD_TEXTS,
    FULL_PACK,
    JOKER,
    KING_OF_HEARTS,
    UNKNOWN,
    cards_in,
    mask_of,
    parse_cards,
    rank_of,
    suit_of,
    texts_in,
)


def test_every_card_has_one_text_and_back() -> None:
    assert len(set(CARD_TEXTS)) == 54
    assert [CARD_CODES[text] for text in CARD_TEXTS] == list(range(54))
    assert CARD_TEXTS[KING_OF_HEARTS] == "KH"
    assert (suit_of(KING_OF_HEARTS), rank_of(KING_OF_HEARTS)) == (1, 11)


@pytest.mark.parametrize("text", ["Q", "QHK", "QX", "1H", "10H", "qH", "Q H"])
def test_texts_that_are_no_card_lists(text: str) -> None:
    assert parse_cards(text) is None


def test_card_lists_and_masks() -> None:
    cards = parse_cards("2SAC**??")
    assert cards == [0, 51, JOKER, UNKNOWN]
    assert mask_of(cards) == 1 | 1 << 51
    assert cards_in(mask_of(cards)) == [0, 51]
    assert texts_in(FULL_PACK)[:2] == ["2S", "3S"]
    assert parse_cards("") == []
