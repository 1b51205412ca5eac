"""The command `yiku`: one image, one command, a sub-command for each process and for people."""
