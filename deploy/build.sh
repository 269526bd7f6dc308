#!/bin/sh
# Builds what a container runs, in three steps that need different tools. The Containerfile calls it;
# it works on any machine that has them.
#   deploy/build.sh module DIR          the game for pages, into DIR: Rust 1.95 or later with rustup
#   deploy/build.sh web DIR [MODULE]    the browser client, into DIR: Node 20.19, 22.12 or later, and npm;
#                                       with the game of the folder MODULE in it
#   deploy/build.sh program DIR FILE    the program with the client of DIR, as FILE: Rust 1.95 or later
#                                       and a C compiler
set -eu
cd "$(dirname "$0")/.."

# A path that holds from every folder.
absolute() {
    case $1 in
        /*) echo "$1" ;;
        *) echo "$PWD/$1" ;;
    esac
}

case "${1:-}" in
    module)
        out=$(absolute "${2:?a folder for the module}")
        rustup target add wasm32-unknown-unknown
        module=$(scripts/wasm.sh | tail -n 1)
        mkdir -p "$out"
        cp "$module" "$out/fogbound.wasm"
        cp "$(dirname "$module")/fogbound_coach.wasm" "$out/coach.wasm"
        # As the page takes them: those of the learned value, then those of the learned choice.
        cat crates/engine/src/value/weights.bin crates/engine/src/value/choices.bin >"$out/weights.bin"
        awk 'FNR == 1 && NR > 1 { print "" } { print }' crates/puzzles/puzzles/*.txt >"$out/puzzles.txt"
        ;;
    web)
        out=$(absolute "${2:?a folder for the client}")
        if [ -n "${3:-}" ]; then
            FOGBOUND_MODULE=$(absolute "$3")/fogbound.wasm
            FOGBOUND_WEIGHTS=$(absolute "$3")/weights.bin
            FOGBOUND_COACH=$(absolute "$3")/coach.wasm
            FOGBOUND_PUZZLES=$(absolute "$3")/puzzles.txt
            export FOGBOUND_MODULE FOGBOUND_WEIGHTS FOGBOUND_COACH FOGBOUND_PUZZLES
        fi
        cd web
        npm ci --omit=dev --no-audit --no-fund
        npm run build -- --outDir "$out" --emptyOutDir
        ;;
    program)
        FOGBOUND_WEB_DIST=$(absolute "${2:?the folder of the client}")
        export FOGBOUND_WEB_DIST
        out=$(absolute "${3:?a file for the program}")
        cargo build --release --locked -p fogbound
        install -m 755 "${CARGO_TARGET_DIR:-target}/release/fogbound" "$out"
        ;;
    *)
        sed -n '2,8s/^# \{0,1\}//p' deploy/build.sh >&2
        exit 2
        ;;
esac
