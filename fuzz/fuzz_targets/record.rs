#![no_main]

#[path = "../../crates/rules/tests/fuzz/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::record(data));
