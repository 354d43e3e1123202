"""The rules that are Kings Reverse's own, by moment: from the setup of a hand to its score."""
