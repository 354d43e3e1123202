"""Trick play as King and Kierki share it: one trick, what is known of the hands, and the rules of both."""

PLAYERS = 4
