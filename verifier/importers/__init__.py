"""The foreign formats that can be converted to replays, by name."""

from typing import Final

from verifier.importers import mimuw
from verifier.importers.remarks import Importer

IMPORTERS: Final[dict[str, Importer]] = {"mimuw": mimuw.convert}
