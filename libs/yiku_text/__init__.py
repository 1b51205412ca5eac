"""Chinese and English text: segmentation, personal data, masking, near-duplicates, normalisers."""
