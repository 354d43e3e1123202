"""Kierki: seven penalty deals, four trump deals and a lottery, for four players."""
