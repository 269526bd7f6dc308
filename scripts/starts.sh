#!/usr/bin/env bash
# Plays the games of the explorer of starts and writes what the browser shows of them: web/src/starts/starts.json. With the same
# program it is the same file again. Results are kept in target/starts, so that a run that was cut off goes on.
#
#   scripts/starts.sh [GAMES]      games of each edition and number of detectives, 1000 if nothing is said
set -euo pipefail
cd "$(dirname "$0")/.."
games=${1:-1000}
program=${FOGBOUND:-target/release/fogbound}
mkdir -p target/starts
for cell in modern-{2,3,4,5} classic-{3,4,5} holmes-{2,3,4,5} holmes-original-{2,3,4,5} study-5 beginner-{3,4} compact-3; do
    "$program" arena --edition "${cell%-*}" --pieces "${cell##*-}" --fugitive phantom:nodes=100 --hunters inspector:nodes=100 \
        --games "$games" --seed 1983 --results "target/starts/$cell.jsonl" >/dev/null
done
"$program" starts target/starts/*.jsonl --json >web/src/starts/starts.json
