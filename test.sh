#!/usr/bin/env bash
# Everything that must hold, in one command: format, lints, licences, all tests. The last line
# counts them: "N passed, N failed".
set -u
cd "$(dirname "$0")"
passed=0
failed=0
logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$logs"' EXIT

# Says what comes next, and how long the program has been at work.
heading() {
    echo "== $((SECONDS / 60)):$(printf %02d $((SECONDS % 60))) $*"
}

# Counts what passed and what failed: "5 0".
count() {
    passed=$((passed + $1))
    failed=$((failed + $2))
}

# One step that passes or fails as a whole.
step() {
    local name=$1
    shift
    heading "$name"
    if "$@"; then
        count 1 0
    else
        count 0 1
        echo "FAILED: $name"
    fi
}

# The sums of what a runner of tests wrote down; one that fails without a test that failed counts as one failure.
# "test result: ok. 5 passed; 0 failed" of Rust, "  75 passed (5.0m)" of the browser, "      Tests  1 failed | 107 passed (108)"
# of its parts.
sums() {
    local status=$1 log=$2
    awk -v status="$status" '
        /^test result:/ { p += $4; f += $6 }
        /^ +[0-9]+ passed/ { p += $1 }
        /^ +[0-9]+ (failed|flaky|interrupted|did not run)/ { f += $1 }
        /^ +Tests / { for (i = 2; i < NF; i++) { if ($(i + 1) == "passed") p += $i; if ($(i + 1) == "failed") f += $i } }
        END { if (status != 0 && f == 0) f = 1; print p + 0, f + 0 }' "$log"
}

# Tests, each of which counts by itself; those that passed are not named.
tests() {
    local log
    log=$(mktemp -p "$logs")
    heading "$*"
    "$@" 2>&1 | tee "$log" | grep -vE '^(test .* ok|running [0-9]+ tests?|)$|^ +✓ '
    count $(sums "${PIPESTATUS[0]}" "$log")
}

# A package of the system, where its command is missing.
need() {
    local package=$1
    shift
    for command in "$@"; do
        if command -v "$command" >/dev/null 2>&1 || ls $command >/dev/null 2>&1; then
            return
        fi
    done
    if command -v apt-get >/dev/null 2>&1; then
        heading "installing $package"
        (apt-get update -qq && apt-get install -y -qq $package) >/dev/null 2>&1
    fi
}

need python3 python3                                            # plays the example bot of the documents
need postgresql initdb '/usr/lib/postgresql/*/bin/initdb'       # a store that the tests start
need "nodejs npm" npm                                           # builds the browser client
need chromium-headless-shell chromium-headless-shell            # plays it
need chromium chromium-headless-shell chromium                  # where there is no such package
if ! command -v cargo >/dev/null 2>&1; then
    echo "error: cargo is missing; install Rust 1.95 or later" >&2
    exit 2
fi

export NO_COLOR=1
unset FORCE_COLOR
client() { npm --prefix web run --silent "$@"; }

# The game for pages: by the compiler's own target, or by Debian's packages where that cannot be had. All builds below take it.
# It leaves a processor free, so the browser client is looked at meanwhile.
scripts/wasm.sh >"$logs/module" 2>"$logs/module.errors" &
module_builder=$!
web() { (cd web && npm ci --silent --no-audit --no-fund && npm run --silent check); }
step "types of the browser client" web
step "format of the browser client" client format:check
step "lints of the browser client" client lint
tests client unit
heading "module for pages"
wait "$module_builder"
module=$(tail -n 1 "$logs/module")
if [ -f "$module" ]; then
    count 1 0
    export FOGBOUND_MODULE=$module
else
    count 0 1
    tail -n 20 "$logs/module.errors"
    echo "FAILED: module for pages"
fi

step "format" cargo fmt --all --check
step "lints" cargo clippy --workspace --all-targets --profile ci --locked -- -D warnings
step "test programs" cargo test --workspace --all-targets --profile ci --locked --no-run
# Test programs wait for clocks, disks and each other, and so does the browser: they run beside each other, and documents and packages
# after the programs. What compares times comes when all is quiet.
rust_tests() {
    tests scripts/run_tests.py --but answers --workspace --all-targets --profile ci --locked
    # Leaks that are planted on purpose are in a build of their own; no other ever holds them.
    tests cargo test --workspace --features fogbound-server/planted-leaks --test leaks --profile ci --locked
    tests cargo test --workspace --doc --profile ci --locked --no-fail-fast
    step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --profile ci --locked --quiet
    # Those that others may depend on stand alone. What cargo unpacked of them in an earlier run would be taken for what they are now.
    rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/fogbound-*
    step "packages" cargo package --quiet --offline --locked --allow-dirty -p fogbound-rules -p fogbound-engine
    echo "$passed $failed" >"$logs/rust.counts"
}
(passed=0 failed=0 && rust_tests) >"$logs/rust" 2>&1 &
rust=$!
tests client test
wait "$rust"
cat "$logs/rust"
count $(cat "$logs/rust.counts" || echo 0 1)
tests cargo test --workspace --profile ci --locked --test answers
# Without the module the page plays at the server. The page is built as for any program that has none, and tried with the server
# that is there: that has nothing else to do with it.
plain() {
    # As tests, for which everything else is built already.
    FOGBOUND_MODULE=none cargo test --workspace --lib --profile ci --locked --quiet --no-run || return
    local pages=("${CARGO_TARGET_DIR:-target}"/ci/build/fogbound-webapp-*/out/web/dist)
    local plain
    plain=$(realpath "$(ls -td "${pages[@]}" | head -n 1)") &&
        FOGBOUND_PLAIN=$plain client test:plain
}
step "a build without the module" plain
if command -v cargo-deny >/dev/null 2>&1; then
    step "dependencies" cargo deny --offline check licenses bans sources
fi

heading "done"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
