"""The grammar of Chinese addresses and the divisions of the country."""
