#!/usr/bin/env bash
# Today's bots beside those before the learned value, edition by edition and side by side: both at 250 ms a decision against the other
# side's bot of before, by a sequential test. What came of it is written to docs/strength/sprt. Games are kept in docs/strength/unfinished
# until both tests of an edition have ended, so that a run that was cut off goes on.
#
#   scripts/sprt.sh [CELL...]      a cell is an edition and a number of detectives: modern-4
#   THREADS=1 scripts/sprt.sh      so many games at once; by default one for each core
set -euo pipefail
cd "$(dirname "$0")/.."
program=${FOGBOUND:-target/release/fogbound}
[ $# -gt 0 ] || set -- classic-4 study-5 modern-4 beginner-4 holmes-4 holmes-original-4 compact-3
games=docs/strength/unfinished
mkdir -p $games docs/strength/sprt

test() {
    local cell=$1 side=$2 candidate=$3 against=$4 hypotheses=0,30
    # Points in place of Elo, of which 40 can be had.
    [ "${cell%-*}" = compact ] && hypotheses=0,2
    "$program" arena --edition "${cell%-*}" --pieces "${cell##*-}" --side "$side" --sprt "$hypotheses" \
        --candidate "$candidate:ms=250" --baseline "$candidate-1:ms=250" --against "$against-1:ms=250" \
        --games 400 --seed 2011 --results "$games/sprt-$cell-$side.jsonl" ${THREADS:+--threads "$THREADS"} \
        --json >"$games/sprt-$cell-$side.json"
    mv "$games/sprt-$cell-$side.json" "docs/strength/sprt/$cell-$side.json"
}

# The bots of before play each other in both tests of a cell, from the same starts: once is enough.
share() {
    local hunters=$games/sprt-$1-hunters.jsonl fugitive=$games/sprt-$1-fugitive.jsonl
    [ -e "$fugitive" ] || sed -n \
        -e '1s/\["phantom-1:ms=250","inspector:ms=250"\]/["phantom:ms=250","inspector-1:ms=250"]/p' \
        -e '/^{"start":[0-9]*,"pairing":1,/p' "$hunters" >"$fugitive"
}

for cell in "$@"; do
    test "$cell" hunters inspector phantom
    share "$cell"
    test "$cell" fugitive phantom inspector
    rm "$games/sprt-$cell-hunters.jsonl" "$games/sprt-$cell-fugitive.jsonl"
done
