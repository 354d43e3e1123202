"""Judging many games: the parts of many files, in this process or in others, and always the same report."""
