"""Marks and seals: good ones, and every small change to a sealed game."""

import hashlib

import pytest

from verifier.replay.lines import Closing, Line, Mark, Seal, Trouble
from verifier.replay.reader import read
from verifier.replay.seal import MOST_HELD, Tally

BROKEN = "seal-broken"


def is_noticed(data: bytes) -> bool:
    """Return whether reading tells that this is not one whole sealed game."""
    records = list(read([data]))
    closings = [record for record in records if isinstance(record, Closing)]
    return closings != [Closing(True)] or any(isinstance(record, Trouble) for record in records)


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_a_good_seal_and_mark(records_of, said, sealed: bytes) -> None:
    assert said(sealed) == []
    *_, seal, closing = records_of(sealed)
    above = sealed[: sealed.index(b'["seal"')]
    assert seal.event == Seal(above.count(b"\n"), digest(above))
    assert closing == Closing(True)
    assert not [record for record in records_of(sealed) if isinstance(record, Line) and isinstance(record.event, Mark)]


def test_the_seal_of_a_later_game_counts_from_its_header(records_of, header: bytes, sealed: bytes) -> None:
    closings = [
        record for record in records_of(b"\n" + header + b"\n" + sealed + sealed) if isinstance(record, Closing)
    ]
    assert closings == [Closing(None), Closing(True), Closing(True)]


def test_a_byte_order_mark_is_a_part_of_the_sealed_bytes(records_of, header: bytes) -> None:
    above = b"\xef\xbb\xbf" + header
    assert records_of(above + f'["seal",1,"{digest(above)}"]\n'.encode())[-1] == Closing(True)
    assert records_of(above + f'["seal",1,"{digest(header)}"]\n'.encode())[-1] == Closing(False)


def test_a_long_line_is_a_part_of_the_sealed_bytes(records_of, said, header: bytes) -> None:
    above = header + b"x" * 3_000_000 + b"\n"
    blocks = [above[start : start + 65_536] for start in range(0, len(above), 65_536)]
    seal = f'["seal",2,"{digest(above)}"]\n'.encode()
    assert said([*blocks, seal]) == [("line-too-long", 2, 1, "over-limit")]
    assert list(read([*blocks, seal]))[-1] == Closing(True)


def test_a_good_mark_alone_leaves_the_game_unsealed(records_of, header: bytes) -> None:
    mark = f'["mark",1,"{digest(header)}"]\n'.encode()
    assert records_of(header + mark)[1:] == [Closing(None)]


@pytest.mark.parametrize("tag", ["mark", "seal"])
@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ('["{tag}",2,"{digest}"]', "count"),
        ('["{tag}",0,"{digest}"]', "count"),
        ('["{tag}",1,"{upper}"]', "digest"),
        ('["{tag}",1,""]', "digest"),
        ('["{tag}",1,"{digest}0"]', "digest"),
        ('["{tag}", 1,"{digest}"]', "spelling"),
        (' ["{tag}",1,"{digest}"]', "spelling"),
        ('["{tag}",1,"{digest}"] ', "spelling"),
        ('["\\u{first:04x}{rest}",1,"{digest}"]', "spelling"),
    ],
)
def test_a_mark_or_seal_that_does_not_fit(records_of, header: bytes, tag: str, form: str, reason: str) -> None:
    right = digest(header)
    line = form.format(tag=tag, digest=right, upper=right.upper(), first=ord(tag[0]), rest=tag[1:])
    records = records_of(header + line.encode() + b"\n")
    (trouble,) = [record for record in records if isinstance(record, Trouble)]
    assert (trouble.rule.name, trouble.line, trouble.column, trouble.counts) == (BROKEN, 2, 1, False)
    assert (trouble.facts["reason"], trouble.facts["line"]) == (reason, tag)
    assert records[-1] == Closing(False)
    assert [record.number for record in records if isinstance(record, Line)] == ([2] if tag == "seal" else [])


def test_a_broken_mark_is_not_healed_by_a_good_seal(records_of, header: bytes) -> None:
    above = header + b'["mark",5,""]\n'
    assert records_of(above + f'["seal",2,"{digest(above)}"]\n'.encode())[-1] == Closing(False)


@pytest.mark.parametrize(("line", "seal"), [(b'["mark",1]', False), (b'["seal",null,""]', False), (b'["m",5]', None)])
def test_a_mark_or_seal_that_cannot_be_read_is_broken(
    records_of, said, header: bytes, line: bytes, seal: object
) -> None:
    data = header + line + b'\n["m",""]\n'
    assert said(data) == [("bad-line", 2, 1, "wrong-shape")]
    assert records_of(data)[-1] == Closing(seal)


def test_a_digest_over_other_line_ends_says_so(records_of, header: bytes) -> None:
    seal = f'["seal",1,"{digest(header)}"]'.encode()
    crlf = records_of(header.replace(b"\n", b"\r\n") + seal + b"\r\n")[-2]
    assert crlf.facts == {
        "reason": "digest",
        "line": "seal",
        "recorded": digest(header),
        "computed": digest(header.replace(b"\n", b"\r\n")),
        "crlf": True,
    }
    other = records_of(header.replace(b"A", b"C") + seal + b"\n")[-2]
    assert other.facts["crlf"] is False


def test_a_recorded_digest_is_cut(records_of, header: bytes) -> None:
    trouble = records_of(header + b'["seal",1,"' + b"x" * 9000 + b'"]\n')[-2]
    assert len(trouble.facts["recorded"]) == 200


@pytest.mark.parametrize("broken", [False, True])
def test_lines_after_a_seal_are_one_trouble(records_of, header: bytes, *, broken: bool) -> None:
    seal = f'["seal",1,"{"" if broken else digest(header)}"]\n'.encode()
    for line in (b'["m","x"]', b"rubbish", seal.rstrip(), b'["mark",1,""]', b'["note","x"]', b"x" * 2_000_000):
        records = records_of(header + seal + b"\n \t\n" + line + b'\n["m","y"]\nx\n' + header + b'["m",""]\n')
        after = [record for record in records if isinstance(record, Trouble) and record.rule.name != BROKEN]
        assert [(trouble.rule.name, trouble.line, trouble.counts) for trouble in after] == [("after-seal", 5, False)]
        assert [record.number for record in records if isinstance(record, Line)] == [2, 9]
        assert [record.seal for record in records if isinstance(record, Closing)] == [not broken, None]


def test_every_flipped_bit_is_noticed(sealed: bytes) -> None:
    assert not is_noticed(sealed)
    for place in range(len(sealed)):
        for bit in range(8):
            changed = bytearray(sealed)
            changed[place] ^= 1 << bit
            assert is_noticed(bytes(changed)), (place, bit)


def test_every_byte_taken_out_or_put_in_is_noticed(sealed: bytes) -> None:
    end = len(sealed)
    for place in range(end):
        changed = sealed[:place] + sealed[place + 1 :]
        # The carriage return of the last line end stands outside the seal and its line is still byte-equal to it.
        assert is_noticed(changed) or sealed[place:] == b"\r\n"
        for byte in b" \t\r\n0,{":
            put = sealed[:place] + bytes([byte]) + sealed[place:]
            assert is_noticed(put) or put.strip(b"\r\n") == sealed.strip(b"\r\n"), (place, byte)


def test_every_dropped_swapped_or_doubled_line_is_noticed(sealed: bytes) -> None:
    lines = sealed.splitlines(keepends=True)
    for place in range(len(lines)):
        assert is_noticed(b"".join(lines[:place] + lines[place + 1 :]))
        assert is_noticed(b"".join(lines[: place + 1] + lines[place:]))
        for other in range(place):
            swapped = list(lines)
            swapped[place], swapped[other] = lines[other], lines[place]
            assert is_noticed(b"".join(swapped)) or swapped == lines


def test_every_cut_is_noticed(sealed: bytes) -> None:
    for end in range(len(sealed)):
        assert is_noticed(sealed[:end])


def test_a_digest_is_of_all_lines_however_long_they_have_waited() -> None:
    tally, whole = Tally(), hashlib.sha256()
    for number in range(4000):
        line = f'["note","line {number}"]\n'.encode()
        tally.add(line)
        whole.update(line)
        if number in {0, 1, 10, 3000, 3999}:
            assert tally.digest() == whole.hexdigest()
    unasked = Tally()
    unasked.add(b"a" * MOST_HELD)
    unasked.feed(b"b\n")
    assert unasked.digest() == hashlib.sha256(b"a" * MOST_HELD + b"b\n").hexdigest()
