//! Entries in the form in which they are kept.

#![allow(missing_docs)]

use std::sync::Arc;

use fogbound_rules::Library;
use fogbound_table::chance::SeededChance;
use fogbound_table::id::PersonKey;
use fogbound_table::settings::{Assist, Clock, Settings, Visibility};
use fogbound_table::{Context, Entry, Moment, NoSigner, Signer, Table};
use serde_json::{Value, json};

fn settings(edition: &str, detectives: u8) -> Settings {
    Settings {
        edition: edition.into(),
        options: vec![],
        detectives,
        clock: Clock::None,
        visibility: Visibility::Link,
        hints: false,
        assist: Assist::Off,
    }
}

fn signer() -> Arc<dyn Signer> {
    Arc::new(NoSigner)
}

/// The texts of a table that was just made.
fn texts(library: &Arc<Library>, settings: Settings) -> (Table, Vec<String>) {
    let chance = SeededChance::new(1);
    let signer = signer();
    let context = Context { now: Moment(1), chance: &chance, signer: &signer };
    let person = PersonKey::new(&chance).person();
    let made = Table::make(library, settings, person, "Ada", &[], false, &context);
    let (table, entries) = made.unwrap_or_else(|refusal| panic!("{refusal}"));
    (table, entries.iter().map(Entry::to_text).collect())
}

fn folded(library: &Arc<Library>, table: &Table, texts: &[String]) -> Result<Table, String> {
    let entries = Entry::parse_all(texts, 0).map_err(|corrupt| corrupt.to_string())?;
    Table::fold(table.id(), library, &signer(), entries).map_err(|corrupt| corrupt.to_string())
}

#[test]
fn every_entry_names_the_version_of_its_form() {
    let library = Arc::default();
    let (table, texts) = texts(&library, settings("modern", 3));
    for text in &texts {
        let entry: Value = serde_json::from_str(text).unwrap();
        assert_eq!(entry["v"], 2, "{text}");
    }
    assert_eq!(folded(&library, &table, &texts).unwrap().settings(), table.settings());
}

/// Entries of the first version named none, and left out options that had their default.
#[test]
fn an_entry_of_the_first_version_means_what_it_meant_then() {
    let library = Arc::default();
    for (edition, then) in [
        ("modern", "pooled=false length=rounds supply=box stranded_win=true"),
        (
            "holmes",
            "supply=box stranded_win=true last_reply=false characters=holmes,watson,irene,mycroft,lestrade",
        ),
    ] {
        let (table, mut texts) = texts(&library, settings(edition, 2));
        let mut made: Value = serde_json::from_str(&texts[0]).unwrap();
        made["settings"]["options"] = json!([]);
        made.as_object_mut().unwrap().remove("v");
        texts[0] = made.to_string();
        let old = folded(&library, &table, &texts).unwrap();
        let named = |key: &str| {
            let texts = old.settings().options.iter();
            texts.filter(|text| text.starts_with(&format!("{key}="))).count()
        };
        for option in then.split(' ') {
            assert!(
                old.settings().options.contains(&option.to_string()),
                "{option}: {:?}",
                old.settings()
            );
            assert_eq!(named(option.split('=').next().unwrap()), 1);
        }
        assert_eq!(old.settings().options.len(), then.split(' ').count());
    }
}

#[test]
fn an_entry_of_a_later_version_is_refused_and_quotes_nothing() {
    let library = Arc::default();
    let (table, mut texts) = texts(&library, settings("modern", 3));
    texts[1] = texts[1].replace("\"v\":2", "\"v\":3");
    let refused = folded(&library, &table, &texts).err().expect("it is refused");
    assert!(refused.contains("entry"), "{refused}");
    assert!(!refused.contains("Ada"), "{refused}");
}
