"""The version of the program, named once."""

__version__ = "0.1.0"
