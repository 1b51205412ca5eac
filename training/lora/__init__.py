"""Fine-tunes a causal language model to answer the extraction prompt as the corpus does."""
