"""Lines and messages of the server reports: every way to write them, and what is none."""

import io

import pytest

from verifier.cards import CARD_CODES
from verifier.importers.mimuw_messages import LINE_LIMIT, Address, Kind, Message, parse_line, split_lines
from verifier.importers.remarks import Reason

HEAD = b"[::ffff:127.0.0.1:41000,::ffff:127.0.0.1:20137,2031-02-03T04:05:06.789] "


def cards(text: str) -> tuple[int, ...]:
    return tuple(CARD_CODES[card] for card in text.split())


def said(text: str) -> Message:
    message = parse_line(HEAD + text.encode())
    assert isinstance(message, Message)
    return message


@pytest.mark.parametrize(
    ("text", "number", "on_table"),
    [
        ("TRICK1", 1, ""),
        ("TRICK10", 10, ""),
        ("TRICK13", 13, ""),
        ("TRICK110C", 1, "TC"),
        ("TRICK1010C", 10, "TC"),
        ("TRICK1110C", 11, "TC"),
        ("TRICK12C", 1, "2C"),
        ("TRICK122C", 12, "2C"),
        ("TRICK132C", 13, "2C"),
        ("TRICK13C", 1, "3C"),
        ("TRICK133C10H", 13, "3C TH"),
        ("TRICK110C10D10H", 1, "TC TD TH"),
    ],
)
def test_a_trick_and_its_cards_are_split_in_the_one_possible_way(text: str, number: int, on_table: str) -> None:
    assert said(text)[2:6] == (Kind.TRICK, number, -1, cards(on_table))


def test_what_each_message_says() -> None:
    assert said("IAMS")[2:4] == (Kind.IAM, 0)
    assert said("IAMS").seat == 2
    assert said("BUSYNE").kind is Kind.BUSY
    assert said("WRONG12").kind is Kind.WRONG
    assert said("DEAL7W2C10D")[2:6] == (Kind.DEAL, 7, 3, cards("2C TD"))
    assert said("TAKEN1310C2HAH3HE")[2:6] == (Kind.TAKEN, 13, 1, cards("TC 2H AH 3H"))
    assert said("SCOREW0S38E36N26").numbers == (26, 36, 38, 0)
    assert said("TOTALE1N-2S3W4").numbers == (-2, 1, 3, 4)


@pytest.mark.parametrize(
    "text",
    [
        "IAM",
        "IAMX",
        "IAMNN",
        "BUSY",
        "BUSYNESWN",
        "WRONG",
        "WRONG123",
        "WRONGx",
        "TRICK",
        "TRICK0",
        "TRICK14",
        "TRICK011C",
        "TRICK1XY",
        "TRICK1²C",
        "TRICK110",
        "DEAL",
        "DEAL1",
        "DEAL1N",
        "DEAL8N2C",
        "DEAL1X2C",
        "DEAL1N2C3",
        "DEAL1N" + "2C" * 53,
        "TAKEN",
        "TAKEN1",
        "TAKEN12C3C4CN",
        "TAKEN12C3C4C5C",
        "TAKEN12C3C4C5C6CN",
        "SCORE",
        "SCOREN1E2S3",
        "SCOREN1E2S3W",
        "SCOREN1E2S3W4N5",
        "SCORE1N2E3S4W",
        "SCOREN1E2S3W--4",
        "TOTALN1E2S3W²",
    ],
)
def test_a_known_word_with_anything_else_behind_it_is_a_bad_message(text: str) -> None:
    assert parse_line(HEAD + text.encode()) is Reason.BAD_MESSAGE


@pytest.mark.parametrize("digits", ["1000001", "-1000001", "9" * 5000])
def test_a_number_out_of_range_is_none(digits: str) -> None:
    assert said(f"SCOREN{digits}E1000000S-1000000W0").numbers == (None, 1000000, -1000000, 0)


@pytest.mark.parametrize(
    "line",
    [
        b"listening on port 20137",
        b"[",
        b"[]",
        b"[a,b,c] IAMN",
        b"[1.2.3.4:1,1.2.3.4:2,time IAMN",
        b"[1.2.3.4:1,1.2.3.4] IAMN",
        b"[1.2.3.4:x,1.2.3.4:2,time] IAMN",
        b"[1.2.3.4:123456,1.2.3.4:2,time] IAMN",
        b"[" + b"h" * 100 + b":1,1.2.3.4:2,time] IAMN",
        b"\xff\xfe[1.2.3.4:1,1.2.3.4:2,time] IAMN",
    ],
)
def test_a_line_without_sender_receiver_and_time_is_chatter(line: bytes) -> None:
    assert parse_line(line) is Reason.CHATTER


@pytest.mark.parametrize("line", [b"", b"\r", b"  \t ", b"\\r\\n", b"\x00\x1b\x7f\r", b"\xef\xbb\xbf"])
def test_a_line_of_blanks_and_control_bytes_is_no_line(line: bytes) -> None:
    assert parse_line(line) is None


def test_another_message_is_unknown() -> None:
    assert parse_line(HEAD + b"HELLO") is Reason.UNKNOWN_MESSAGE
    assert parse_line(HEAD) is Reason.UNKNOWN_MESSAGE


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:20137", Address("127.0.0.1", 20137)),
        ("::ffff:127.0.0.1:20137", Address("127.0.0.1", 20137)),
        ("::FFFF:127.0.0.1:20137", Address("127.0.0.1", 20137)),
        (":::20137", Address("", 20137)),
        ("[::]:20137", Address("", 20137)),
        ("0.0.0.0:20137", Address("", 20137)),
        ("::ffff:0.0.0.0:20137", Address("", 20137)),
        (":20137", Address("", 20137)),
        ("::1:20137", Address("::1", 20137)),
        ("[::1]:20137", Address("::1", 20137)),
        ("0:0:0:0:0:0:0:1:20137", Address("::1", 20137)),
        ("localhost:20137", Address("localhost", 20137)),
    ],
)
def test_all_forms_of_an_address_are_one(text: str, address: Address) -> None:
    message = parse_line(f"[{text},1.2.3.4:5,2031-02-03T04:05:06.789] IAMN".encode())
    assert isinstance(message, Message)
    assert message.sender == address


@pytest.mark.parametrize(
    "line",
    [
        b"[::1:1, ::1:2, 2031-02-03T04:05:06.000] IAMN\r",
        b"[::1:1,::1:2,2031-02-03 04:05:06.789] IAMN",
        b"[::1:1,::1:2,2031-02-03T04:05:06.789]IAMN",
        b"[::1:1 ,\t::1:2 ,x]  IAMN \\r\\n\r",
        b"\x02\x00[::1:1,::1:2,]\x01IAMN\x00",
        b"\xef\xbb\xbf[::1:1,::1:2,x] IAMN",
    ],
)
def test_blanks_times_and_line_ends_may_be_written_in_many_ways(line: bytes) -> None:
    message = parse_line(line)
    assert isinstance(message, Message)
    assert message[:4] == (Address("::1", 1), Address("::1", 2), Kind.IAM, 0)
    assert message.seat == 0


def test_control_bytes_within_a_message_are_not_taken_out() -> None:
    assert parse_line(HEAD + b"TRICK1\x002C") is Reason.BAD_MESSAGE


@pytest.mark.parametrize("size", [1, 2, 7, LINE_LIMIT, 10 * LINE_LIMIT])
def test_lines_are_the_same_however_the_bytes_come(size: int) -> None:
    whole, long = b"x" * LINE_LIMIT, b"y" * (LINE_LIMIT + 1)
    data = b"\n".join([b"a", b"", whole, long, b"b", long])
    lines: list[bytes | None] = [b"a", b"", whole, None, b"b", None]
    assert list(split_lines(data[at : at + size] for at in range(0, len(data), size))) == lines
    assert list(split_lines(io.BytesIO(data))) == lines


def test_no_line_follows_the_last_line_end() -> None:
    assert list(split_lines([b"a\n"])) == [b"a"]
    assert list(split_lines([])) == []
