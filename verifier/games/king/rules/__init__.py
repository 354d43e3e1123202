"""The rules that are King's own, by moment: choosing, playing, counting, ending, scores, winning."""
