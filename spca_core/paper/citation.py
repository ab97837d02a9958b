"""The paper, as it is cited."""

ARXIV = "https://arxiv.org/abs/1508.00625"
DOI = "https://doi.org/10.48550/arXiv.1508.00625"
PROCEEDINGS = (
    "https://proceedings.neurips.cc/paper_files/paper/2015/hash/"
    "2b8a61594b1f4c4db0902a8a395ced93-Abstract.html"
)
BIBTEX = f"""\
@inproceedings{{asteris2015sparse,
  author        = {{Asteris, Megasthenis and Papailiopoulos, Dimitris and
                   Kyrillidis, Anastasios and Dimakis, Alexandros G.}},
  title         = {{Sparse {{PCA}} via Bipartite Matchings}},
  booktitle     = {{Advances in Neural Information Processing Systems 28}},
  pages         = {{766--774}},
  year          = {{2015}},
  url           = {{{PROCEEDINGS}}},
  eprint        = {{{ARXIV.rpartition("/")[2]}}},
  archiveprefix = {{arXiv}},
  primaryclass  = {{stat.ML}},
  doi           = {{{DOI.removeprefix("https://doi.org/")}}}
}}
"""
