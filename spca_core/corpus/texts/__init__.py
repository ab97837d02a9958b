"""From texts to counts: words cut, function words left out, forms and pairs joined."""
