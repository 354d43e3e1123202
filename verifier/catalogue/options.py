"""The house rules of a game as they can be shown: every option with its values, every preset with what it sets."""

from typing import NamedTuple

import msgspec
from msgspec import inspect

from verifier.catalogue.games import BOOKS
from verifier.finding import Fact


class Option(NamedTuple):
    """A house rule: its default, its values (None where there are too many to list), their form in words.

    `clause` is the clause of the specification that it changes, `changes` a sentence that says what it changes.
    """

    name: str
    default: Fact
    values: list[Fact] | None
    form: str
    clause: str
    changes: str


def options_of(game: str) -> list[Option]:
    """Return the options of a game in the order in which they are declared."""
    book = BOOKS[game]
    options = []
    for field in msgspec.structs.fields(book.house):
        default = default_of(field)
        kind = inspect.type_info(field.type)
        values = _values(kind)
        if values is not None:
            values.sort(key=lambda value: value != default)
        options.append(Option(field.name, default, values, _form(kind), *book.options[field.name]))
    return options


def default_of(field: msgspec.structs.FieldInfo) -> Fact:
    """Return the default of an option as a JSON value."""
    factory = field.default_factory
    value = field.default if factory is msgspec.NODEFAULT else factory()
    default: Fact = msgspec.to_builtins(value)
    return default


def _values(kind: inspect.Type) -> list[Fact] | None:
    if isinstance(kind, inspect.BoolType):
        return [False, True]
    return list(kind.values) if isinstance(kind, inspect.LiteralType) else None


def _form(kind: inspect.Type) -> str:
    """Return in words which values a type takes; a type that no house rule has had so far is an error of ours."""
    match kind:
        case inspect.NoneType():
            words = "null"
        case inspect.BoolType():
            words = "true or false"
        case inspect.LiteralType():
            words = "one of the values listed"
        case inspect.IntType(ge=least, le=most):
            words = f"a number from {least} to {most}"
        case inspect.VarTupleType(item_type=item):
            words = f"a list of any length, each entry {_form(item)}"
        case inspect.TupleType(item_types=items):
            words = f"a list of {len(items)}, each entry {_form(items[0])}"
        case inspect.DictType(key_type=inspect.LiteralType(values=keys), value_type=value):
            words = f"an object with any of {', '.join(map(str, keys))}, each {_form(value)}"
        case inspect.UnionType(types=kinds):
            words = " or ".join(map(_form, kinds))
        case _:
            raise AssertionError(f"a house rule of type {kind}")
    return words
