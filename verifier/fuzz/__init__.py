"""Fuzzing: games played at random by the rules, and recorded games changed by one named operator."""
