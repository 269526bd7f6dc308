//! The rules one by one, on the real engine through its public face. Tests are named after the
//! rule that they pin down; the modules follow the sections of `docs/rules.md`.

#[path = "rules/beginner.rs"]
mod beginner;
#[path = "rules/board.rs"]
mod board;
#[path = "rules/classic.rs"]
mod classic;
#[path = "rules/compact.rs"]
mod compact;
#[path = "rules/decisions.rs"]
mod decisions;
#[path = "rules/decisions_by_edition.rs"]
mod decisions_by_edition;
#[path = "rules/fugitive.rs"]
mod fugitive;
#[path = "rules/holmes.rs"]
mod holmes;
#[path = "rules/hunters.rs"]
mod hunters;
#[path = "rules/knowledge.rs"]
mod knowledge;
#[path = "rules/modern.rs"]
mod modern;
#[path = "rules/setup.rs"]
mod setup;
#[path = "rules/small_board.rs"]
mod small_board;
#[path = "rules/table.rs"]
mod table;
