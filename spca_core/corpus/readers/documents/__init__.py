"""Files of documents: their texts, alone, in zips and in folders."""
