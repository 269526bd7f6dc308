//! The client's types are the server's. `UPDATE_TYPESCRIPT=1` writes them anew.

use std::collections::BTreeMap;
use std::path::PathBuf;

use fogbound_rules::Edition;
use fogbound_rules::edition::EditionSummary;
use fogbound_server::http::{BroughtGame, NewTable, PuzzleFace, PuzzleTry, StartsFace};
use fogbound_server::keys::KeyList;
use fogbound_table::audience::Replayed;
use fogbound_table::audience::Summary;
use fogbound_table::message::{ClientMessage, ServerMessage};
use ts_rs::{Config, TS, TypeVisitor};

/// Every named type that is reached from the ones visited, with its declaration.
struct Declarations {
    config: Config,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.types.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.types.insert(name, format!("{docs}export {}\n", T::decl(&self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

#[test]
fn the_types_of_the_browser_client_are_those_of_the_protocol() {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations { config, types: BTreeMap::new() };
    declarations.visit::<ClientMessage>();
    declarations.visit::<ServerMessage>();
    declarations.visit::<NewTable>();
    declarations.visit::<BroughtGame>();
    declarations.visit::<Replayed>();
    declarations.visit::<Summary>();
    declarations.visit::<EditionSummary>();
    declarations.visit::<KeyList>();
    declarations.visit::<PuzzleTry>();
    declarations.visit::<PuzzleFace>();
    declarations.visit::<StartsFace>();
    let parts: Vec<String> = declarations.types.into_values().map(|text| tidy(&text)).collect();
    let expected = format!(
        "// Written by crates/server/tests/typescript.rs from the types of the server. Do not edit:\n\
         // UPDATE_TYPESCRIPT=1 cargo test -p fogbound-server --test typescript\n\n{}",
        parts.join("\n")
    );
    is_committed("types.ts", &expected);
}

/// What the start page shows before the server has answered.
#[test]
fn the_editions_of_the_browser_client_are_those_of_the_program() {
    let list: Vec<EditionSummary> =
        Edition::builtins().iter().map(|edition| edition.summary()).collect();
    is_committed("editions.json", &(serde_json::to_string_pretty(&list).unwrap() + "\n"));
}

fn is_committed(name: &str, expected: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol");
    let path = folder.join(name);
    if std::env::var_os("UPDATE_TYPESCRIPT").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == expected,
        "web/src/protocol/{name} is out of date: run the test with UPDATE_TYPESCRIPT=1"
    );
}

/// Without spaces at the ends of lines.
fn tidy(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
