"""How good the extraction is, on turns that people have labelled."""
