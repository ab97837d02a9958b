"""Files of records: a table of named columns, whose roles are then chosen."""
