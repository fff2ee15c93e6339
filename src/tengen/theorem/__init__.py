"""The first player wins five in a row on 15x15: the proof in short, played from and expanded."""
