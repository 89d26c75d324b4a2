"""How each family of models writes its replies: one parser per file."""
