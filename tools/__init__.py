"""Scripts for developers: what is generated, and proofs against the originals."""
