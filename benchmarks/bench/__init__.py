"""The parts of the benchmark: what is measured, what it is measured against, and how the two run side by side."""
