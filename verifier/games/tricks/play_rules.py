"""What a game adds to the play of a hand: its own duties, an early end, conclusions from the whole hand."""

from verifier.games.report import Report
from verifier.games.tricks.table import HandTable, Play, Trick


class PlayRules:
    """The rules of a plain hand of tricks: any lead, any discard, thirteen tricks. Games add theirs."""

    def check_lead(self, table: HandTable, play: Play, report: Report) -> None:
        """Report what is wrong with a lead from a hand that is not doubtful; nothing is."""

    def check_following(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report what is wrong with a card that follows `suit`, the one led; nothing is."""

    def check_discard(self, table: HandTable, trick: Trick, suit: int, play: Play, report: Report) -> None:
        """Report what is wrong with a card of another suit, where a revoke is not certain; nothing is."""

    def is_over(self, table: HandTable) -> bool:
        """Tell whether the hand has ended by the rules before its thirteenth trick; it never has."""
        return False

    def conclude(self, table: HandTable, report: Report) -> None:
        """Conclude what only the whole hand shows, before its duties are settled; nothing is."""
