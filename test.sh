#!/usr/bin/env bash
# Everything that must hold, in one command: format, lints, licences, all tests. The last line
# counts them: "N passed, N failed".
set -u
cd "$(dirname "$0")"
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Says what comes next, and how long the program has been at work.
heading() {
    echo "== $((SECONDS / 60)):$(printf %02d $((SECONDS % 60))) $*"
}

# One step that passes or fails as a whole.
step() {
    local name=$1
    shift
    heading "$name"
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}

# Rust tests: each counts by itself; a suite that does not build counts as one failure.
tests() {
    heading "$*"
    "$@" 2>&1 | tee "$log" | grep -vE '^(test .* ok|running [0-9]+ tests?|)$'
    local status=${PIPESTATUS[0]} sums
    sums=$(awk '/^test result:/ { p += $4; f += $6 } END { print p + 0, f + 0 }' "$log")
    passed=$((passed + ${sums% *}))
    failed=$((failed + ${sums#* }))
    if [ "$status" -ne 0 ] && [ "${sums#* }" -eq 0 ]; then
        failed=$((failed + 1))
    fi
}

# Tests of the browser client: each counts by itself, as the runner sums them up; a run that fails
# without a test that failed counts as one failure.
client_tests() {
    local name=$1 script=$2
    heading "$name"
    NO_COLOR=1 npm --prefix web run --silent "$script" 2>&1 | tee "$log" | grep -vE '^ +✓ '
    local status=${PIPESTATUS[0]} sums
    # "  75 passed (5.0m)" of the browser, "      Tests  1 failed | 107 passed (108)" of the units.
    sums=$(awk '
        /^ +[0-9]+ passed/ { p += $1 }
        /^ +[0-9]+ (failed|flaky|interrupted|did not run)/ { f += $1 }
        /^ +Tests / { for (i = 2; i < NF; i++) { if ($(i + 1) == "passed") p += $i; if ($(i + 1) == "failed") f += $i } }
        END { print p + 0, f + 0 }' "$log")
    passed=$((passed + ${sums% *}))
    failed=$((failed + ${sums#* }))
    if [ "$status" -ne 0 ] && [ "${sums#* }" -eq 0 ]; then
        failed=$((failed + 1))
    fi
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

# The game for pages: by the compiler's own target, or by Debian's packages where that cannot be had. All builds below take it.
heading "module for pages"
module=$(scripts/wasm.sh 2>"$log" | tail -n 1)
if [ -f "$module" ]; then
    passed=$((passed + 1))
    export FOGBOUND_MODULE=$module
else
    failed=$((failed + 1))
    tail -n 20 "$log"
    echo "FAILED: module for pages"
fi

step "format" cargo fmt --all --check
step "lints" cargo clippy --workspace --all-targets --profile ci --locked -- -D warnings
web() { (cd web && npm ci --silent --no-audit --no-fund && npm run --silent check); }
step "types of the browser client" web
step "format of the browser client" npm --prefix web run --silent format:check
step "lints of the browser client" npm --prefix web run --silent lint
client_tests "parts of the browser client" unit
tests cargo test --workspace --all-targets --profile ci --locked --no-fail-fast
# With the program that the tests before have built.
client_tests "browser tests" test
# Leaks that are planted on purpose are in a build of their own; no other ever holds them.
tests cargo test --workspace --features fogbound-server/planted-leaks --test leaks --profile ci --locked
tests cargo test --workspace --doc --profile ci --locked --no-fail-fast
step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --profile ci --locked --quiet
# Those that others may depend on stand alone. What cargo unpacked of them in an earlier run would be taken for what they are now.
rm -rf "${CARGO_HOME:-$HOME/.cargo}"/registry/src/-*/fogbound-*
step "packages" cargo package --quiet --offline --locked --allow-dirty -p fogbound-rules -p fogbound-engine
# Without the module the page plays at the server. The page is built as for any program that has none, and tried with the server
# that is there: that has nothing else to do with it.
plain() {
    FOGBOUND_MODULE=none cargo build --workspace --lib --profile ci --locked --quiet || return
    local pages=("${CARGO_TARGET_DIR:-target}"/ci/build/fogbound-webapp-*/out/web/dist)
    local plain
    plain=$(realpath "$(ls -td "${pages[@]}" | head -n 1)") &&
        FOGBOUND_PLAIN=$plain npm --prefix web run --silent test -- plainBuild
}
step "a build without the module" plain
if command -v cargo-deny >/dev/null 2>&1; then
    step "dependencies" cargo deny --offline check licenses bans sources
fi

heading "done"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
