"""The step that asks a language model about what the steps before it could not decide."""
