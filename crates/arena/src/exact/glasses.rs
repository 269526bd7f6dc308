//! The map "glasses" of the published studies.

use std::sync::Arc;

use fogbound_rules::{Board, Edition, Options, Rules};

/// The rules of the game on the map "glasses": 11 stations, two detectives, five rounds, no reveal.
/// The files are in the folder `games` of this crate.
pub fn glasses() -> Arc<Rules> {
    let edition = Edition::parse(include_str!("../../games/glasses.edition.toml"));
    let board = Board::parse(include_str!("../../games/glasses.board.toml"));
    let ours = "a file of our own";
    let options = Options::default();
    let rules = Rules::new(Arc::new(edition.expect(ours)), Arc::new(board.expect(ours)), options, 2);
    Arc::new(rules.expect("they fit each other"))
}
