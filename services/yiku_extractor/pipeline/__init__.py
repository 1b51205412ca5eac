"""From a segment to drafts: mask, filter, read, propose, normalise, verify; pure, no sockets."""
