"""Making any str safe to tokenise, in time bounded by `limit`."""


def bounded(text: str, limit: int) -> str:
    """The first `limit` characters of the stripped text, without NULs and lone surrogates.

    Both are legal in a Python str, but tokenizers refuse the one and lose their place at the other.
    """
    head = text.strip()[:limit].replace("\0", " ")
    return head.encode("utf-8", "replace").decode("utf-8")
