# The two commands of the README are `make run` and `make test`; the rest is for developers.

CARGO ?= cargo
PROGRAM = target/release/zugwerk
# Optional parts of the program: jit, cadical.
FEATURES ?=
# How many seconds each fuzz target runs.
FUZZ_SECONDS ?= 20
FUZZ_TARGETS = $(patsubst fuzz/fuzz_targets/%.rs,%,$(wildcard fuzz/fuzz_targets/*.rs))

.PHONY: run build page static wheel test test-static test-jit lint bench fuzz coverage

run: build ## build everything and open the workbench on http://127.0.0.1:8080
	@$(PROGRAM) serve

build: page
	$(CARGO) build --release --locked -p zugwerk --features "$(FEATURES)"

page: ## the page of the workbench, which the program embeds
	@tools/build-page

static: ## the page that needs no server, in dist/
	@tools/build-static

test-static: static ## the page of dist/ in a real browser
	@tools/test-static dist

wheel: page ## the Python package, for pip: target/wheels/zugwerk-*.whl
	@tools/build-wheel

test: lint ## everything: formatting, clippy, unit, doc, property, whole-program, browser, training and Python tests
	$(CARGO) test --locked --workspace
	@tools/test-page
	@tools/test-static
	@tools/test-train
	@tools/test-python

test-jit: ## the rules compiled to machine code beside the interpreter; building the compiler takes minutes
	$(CARGO) clippy --locked -p zugwerk-rulebook -p zugwerk-registry -p zugwerk-bench --features jit --all-targets -- -D warnings
	$(CARGO) test --locked -p zugwerk-rulebook --features jit --test jit

lint: page
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets -- -D warnings

bench: ## ours beside its peers, as ratios: make bench SUBJECTS=perft; make bench SUBJECTS=rulebooks FEATURES=jit
	$(CARGO) run --release --locked -p zugwerk-bench --features "$(FEATURES)" -- $(SUBJECTS)

fuzz: ## each parser for FUZZ_SECONDS: make fuzz FUZZ_TARGETS=pgn FUZZ_SECONDS=600
	@command -v cargo-fuzz >/dev/null || $(CARGO) install cargo-fuzz --locked
	@for target in $(FUZZ_TARGETS); do \
	  mkdir -p fuzz/corpus/$$target; \
	  (cd fuzz && $(CARGO) fuzz run --sanitizer none $$target corpus/$$target seeds/$$target \
	    -- -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=2048 -verbosity=0 -print_final_stats=1) || exit 1; \
	done

coverage: ## line coverage by crate, where the toolchain's llvm-tools can be had
	@tools/coverage
