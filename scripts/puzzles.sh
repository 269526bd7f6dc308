#!/bin/sh
# Makes the puzzles that come with the program anew, byte by byte: some minutes on one core. Give the program, such as
# target/release/fogbound, and where to write them, such as crates/puzzles/puzzles.
set -eu
program=$1
folder=$2
make() {
    kind=$1 edition=$2 pieces=$3 count=$4
    shift 4
    "$program" puzzles make --kind "$kind" --edition "$edition" --pieces "$pieces" --count "$count" --seed 1 "$@" \
        --out "$folder/$kind-$edition-$pieces.txt"
}
make where classic 5 15
make where classic 4 15
make where classic 3 15
make where study 5 45
make where modern 5 15
make where modern 4 12
make where modern 3 10
make where modern 2 10 --option pooled=true
make where holmes 5 15
make where holmes 3 15
make where holmes 2 12
make where holmes-original 5 20
make where holmes-original 4 20
make close classic 5 18
make close classic 4 18
make close study 5 36
make close modern 5 14
make close modern 4 14
make close modern 3 10
make close modern 2 8 --option pooled=true
make close holmes-original 5 18
make close holmes-original 4 18
make close beginner 4 20
make close beginner 3 16
make close compact 3 36
make slip classic 5 12
make slip classic 4 12
make slip classic 3 10
make slip study 5 30
make slip modern 5 10
make slip modern 4 10
make slip modern 3 8
make slip modern 2 6 --option pooled=true
make slip holmes 5 12
make slip holmes 4 10
make slip holmes 3 10
make slip holmes-original 5 15
make slip holmes-original 4 15
make slip beginner 4 16
make slip beginner 3 14
make slip compact 3 30
