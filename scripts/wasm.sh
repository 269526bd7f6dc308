#!/usr/bin/env bash
# Builds the modules for the browser (wasm32-unknown-unknown): the game (rules, drawing, engine and table in one), and beside it
# the coach (reviews, hints, puzzles). Where the program cannot build them along by itself, FOGBOUND_MODULE takes the first: its
# path is the last line that this prints.
#
# With rustup's target (`rustup target add wasm32-unknown-unknown`) that is all it takes. Where the target cannot be had, on
# Debian, the compiler and the source of the standard library are taken from Debian's packages, unpacked into
# target/wasm-toolchain (nothing is installed), and the standard library is built along.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
# What holds for the program does not hold for the module: that has its own in .cargo/config.toml.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
build=(cargo build --locked -p fogbound-wasm -p fogbound-coach --lib --profile wasm --target "$target" --target-dir target/module "$@")
module=$PWD/target/module/$target/wasm/fogbound_wasm.wasm

if [ -d "$(rustc --print sysroot)/lib/rustlib/$target" ]; then
    "${build[@]}"
    echo "$module"
    exit
fi

if ! command -v apt-get >/dev/null 2>&1; then
    echo "error: run 'rustup target add $target' first" >&2
    exit 2
fi

folder=$PWD/target/wasm-toolchain
if [ ! -x "$folder/rustc" ]; then
    mkdir -p "$folder/packages"
    (
        cd "$folder/packages"
        library=$(apt-cache depends libstd-rust-web-dev | grep -o 'libstd-rust-web-[0-9][0-9.]*' | head -n 1)
        llvm=$(apt-cache depends "$library" | grep -o 'libllvm[0-9]*' | head -n 1)
        apt-get download rustc-web "$library" libstd-rust-web-dev rust-web-src "$llvm"
        for package in *.deb; do
            dpkg -x "$package" "$folder/root"
        done
    )
    # Debian's compiler looks for its libraries where they would be installed.
    cat >"$folder/rustc" <<SCRIPT
#!/bin/sh
LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu\${LD_LIBRARY_PATH:+:\$LD_LIBRARY_PATH}" exec "$folder/root/usr/bin/rustc" "\$@"
SCRIPT
    chmod +x "$folder/rustc"
fi

linker=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld
export RUSTC="$folder/rustc" RUSTC_BOOTSTRAP=1
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER="$linker"
"${build[@]}" -Zbuild-std=std,panic_abort
echo "$module"
