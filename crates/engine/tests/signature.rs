//! Bots play as they did. An unintended change of play shows as a difference of `signature.txt`; an intended one is written down with
//! `UPDATE_SIGNATURE=1`.

use std::path::PathBuf;

use fogbound_engine::signature::signature_of_play;

#[test]
fn play_is_what_it_was() {
    let signature = signature_of_play();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt");
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        std::fs::write(&path, &signature).expect("the folder of the tests");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == signature, "play has changed; UPDATE_SIGNATURE=1 writes it down:\n{signature}");
}
