"""Tables: a document a row, from CSV, Excel, JSON, XML, references and mail."""
