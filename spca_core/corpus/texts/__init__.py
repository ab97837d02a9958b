"""From texts to counts: cut words, leave out function words, join forms and pairs."""
