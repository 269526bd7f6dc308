#!/bin/sh
# Makes the puzzles that come with the program anew, byte by byte: a minute or two on one core. Give the program, such as
# target/release/fogbound, and where to write them, such as crates/puzzles/puzzles.
set -eu
program=$1
folder=$2
make() {
    kind=$1 edition=$2 pieces=$3 count=$4
    shift 4
    "$program" puzzles make --kind "$kind" --edition "$edition" --pieces "$pieces" --count "$count" --seed 1 \
        --fugitive phantom:nodes=10 --hunters inspector:nodes=10 --levels 3 "$@" \
        --out "$folder/$kind-$edition-$pieces.txt"
}
make where classic 5 30
make where classic 4 30
make where classic 3 20
make where study 5 90
make where modern 5 30
make where modern 4 30
make where modern 3 15 --unlike "$folder/where-modern-4.txt"
make where modern 2 15 --option pooled=true --unlike "$folder/where-modern-4.txt" \
    --unlike "$folder/where-modern-3.txt"
make where holmes 5 20
make where holmes 3 20
make where holmes 2 20
make where holmes-original 5 50
make where holmes-original 4 50
make close classic 4 12
make close modern 4 10
make close modern 3 6
make close beginner 4 5
make close compact 3 60
make slip classic 5 8
make slip classic 4 8
make slip classic 3 8
make slip study 5 18
make slip modern 5 8
make slip modern 4 8
make slip modern 3 6
make slip modern 2 4 --option pooled=true --unlike "$folder/slip-modern-3.txt"
make slip holmes 5 8
make slip holmes 3 8
make slip holmes-original 5 10
make slip holmes-original 4 10
make slip beginner 4 10
make slip compact 3 20
