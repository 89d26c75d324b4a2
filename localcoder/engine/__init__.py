"""The inference engine: token ids and sampling parameters in, tokens out."""
