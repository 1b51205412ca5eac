"""One module a server: how it is prepared, configured, started and asked whether it is ready."""
