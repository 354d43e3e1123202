"""Writes one line of a replay in canonical form."""

import msgspec

from verifier.replay.lines import Event, Header


def write_line(item: Header | Event) -> bytes:
    r"""Return the canonical line of a header or an event, its `\n` included (replay format, section 5).

    No white space, header keys in the order of section 1, defaults and trailing default elements left out.
    """
    return msgspec.json.encode(item if isinstance(item, Header) else _elements(item)) + b"\n"


def _elements(event: Event) -> list[object]:
    elements: list[object] = [event.__struct_config__.tag, *msgspec.structs.astuple(event)]
    for default in reversed(event.__struct_defaults__):
        if elements[-1] != default:
            break
        elements.pop()
    return elements
