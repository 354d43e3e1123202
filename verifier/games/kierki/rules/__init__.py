"""The rules that are Kierki's own, by moment: dealing, penalty deals, trump deals, lottery."""
