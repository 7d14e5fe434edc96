//! A solver for rules: clauses, a SAT back end, models, cores and proofs.
