"""Files of documents or records: one file in, many documents out."""
