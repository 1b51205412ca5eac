"""The step that asks the student model which of a turn's statements are worth remembering."""
