#!/bin/sh
# Builds what a container runs, in two steps that need different tools. The Containerfile calls it;
# it works on any machine that has them.
#   deploy/build.sh web DIR             the browser client, into DIR: Node 20.19, 22.12 or later, and npm
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
    web)
        out=$(absolute "${2:?a folder for the client}")
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
        sed -n '2,7s/^# \{0,1\}//p' deploy/build.sh >&2
        exit 2
        ;;
esac
