"""A referee for recorded card games: replays a record through the rules and audits its score sheet."""

from verifier._version import __version__

__all__ = ["__version__"]
