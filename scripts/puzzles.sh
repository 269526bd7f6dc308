#!/bin/sh
# Makes the puzzles that come with the program anew, byte by byte: a minute or two on one core. Give the program, such as
# target/release/fogbound, where to write them, such as crates/puzzles/puzzles, and names of files if not all are wanted. No puzzle is
# like one of the files above it in the list, which must be there then.
set -eu
program=$1
folder=$2
shift 2
wanted=" $* "
above=
make() {
    name=$1 count=$2
    shift 2
    kind=${name%%-*} pieces=${name##*-} edition=${name#*-}
    edition=${edition%-*}
    case "$kind" in close1) kind=close && set -- --turns 1 "$@" ;; esac
    for other in $above; do
        case "$other" in "$kind-$edition-"[2-5] | "$kind"1"-$edition-"[2-5]) set -- "$@" --unlike "$folder/$other.txt" ;; esac
    done
    above="$above $name"
    case "$wanted" in "  " | *" $name "*) ;; *) return 0 ;; esac
    "$program" puzzles make --kind "$kind" --edition "$edition" --pieces "$pieces" --count "$count" --seed 1 \
        --fugitive phantom:nodes=10 --hunters inspector:nodes=10 "$@" --out "$folder/$name.txt"
}
make where-classic-5 30
make where-classic-4 30
make where-classic-3 20
make where-study-5 90
make where-modern-5 30
make where-modern-4 30
make where-modern-3 15
make where-modern-2 15 --option pooled=true
make where-holmes-5 20
make where-holmes-3 20
make where-holmes-2 20
make where-holmes-original-5 50
make where-holmes-original-4 50
make close-classic-4 12
make close-modern-4 10
make close-modern-3 6
make close-beginner-4 5
make close-compact-3 60
make close1-classic-4 10
make close1-modern-4 10
make close1-study-5 10
make close1-beginner-4 10
make slip-classic-5 8
make slip-classic-4 8
make slip-classic-3 8
make slip-study-5 18
make slip-modern-5 8
make slip-modern-4 8
make slip-modern-3 6
make slip-modern-2 4 --option pooled=true
make slip-holmes-5 8
make slip-holmes-3 8
make slip-holmes-original-5 10
make slip-holmes-original-4 10
make slip-beginner-4 10
make slip-compact-3 20
