"""The catalogue: every rule with its page of the rulebook, every house rule with what it changes.

It is there for who asks; judging a replay never reads it.
"""
