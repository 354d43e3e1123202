"""Complete, legal games with right books, made from a seed: what every measurement reads."""
