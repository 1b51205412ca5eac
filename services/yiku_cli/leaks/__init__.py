"""Whether personal data stands anywhere but in the vault: every store read whole, by the recognisers that mask."""
