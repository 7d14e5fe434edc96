# The two commands of the README are `make run` and `make test`; the rest is for developers.

CARGO ?= cargo
PROGRAM = target/release/zugwerk

.PHONY: run test lint build bench fuzz coverage

run: build ## build everything and show what works
	@tools/demonstration $(PROGRAM)

build:
	$(CARGO) build --release --locked -p zugwerk

test: lint ## everything: formatting, clippy, unit, doc, property and whole-program tests
	$(CARGO) test --locked --workspace

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings

bench: ## ours beside its peers, as ratios: make bench SUBJECTS="perft"
	$(CARGO) run --release --locked -p zugwerk-bench -- $(SUBJECTS)
