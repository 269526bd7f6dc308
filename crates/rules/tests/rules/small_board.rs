//! Boards of a few lines, written in a few words.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

use fogbound_rules::Board;

/// Five pairs of stations, 101-102 to 109-110, where detectives can go to and fro until all their
/// tickets are spent. Boards hang it onto the rest at 200.
pub(crate) const YARD: &str = "
    taxi 101-102 103-104 105-106 107-108 109-110
    bus 101-102 103-104 105-106 107-108 109-110
    underground 101-102 103-104 105-106 107-108 109-110
    underground 101-200 103-200 105-200 107-200 109-200
";

/// The first stations of the yard.
pub(crate) fn yard(detectives: usize) -> Vec<u8> {
    [101, 103, 105, 107, 109][..detectives].to_vec()
}

/// A board written as `taxi 1-2-3`, `hideout 2`, `II *` (all stations in no other quarter) and so
/// on, one list a line. Start cards that are not listed are: stations below 10 for the fugitive,
/// the others for hunters, and all in the common pile.
pub(crate) fn board(text: &str) -> Arc<Board> {
    let file = Lists::read(text).board_file();
    Arc::new(Board::parse(&file).unwrap_or_else(|errors| panic!("{errors}\n{file}")))
}

/// The words behind each name.
struct Lists<'t>(BTreeMap<&'t str, Vec<&'t str>>);

impl<'t> Lists<'t> {
    fn read(text: &'t str) -> Lists<'t> {
        let mut lists = Lists(BTreeMap::new());
        for line in text.lines() {
            let mut words = line.split_whitespace();
            if let Some(name) = words.next() {
                lists.0.entry(name).or_default().extend(words);
            }
        }
        lists
    }

    fn words(&self, name: &str) -> impl Iterator<Item = &'t str> {
        self.0.get(name).into_iter().flatten().copied()
    }

    fn numbers(&self, name: &str) -> Vec<u8> {
        self.words(name).filter(|&word| word != "*").map(number).collect()
    }

    fn pairs(&self, name: &str) -> Vec<[u8; 2]> {
        self.words(name).flat_map(chain).collect()
    }

    fn stations(&self) -> BTreeSet<u8> {
        let lines = ["taxi", "bus", "underground", "ferry"].map(|name| self.pairs(name));
        lines.into_iter().flatten().flatten().collect()
    }

    fn board_file(&self) -> String {
        let places: Vec<String> =
            self.stations().iter().map(|n| format!("[{n}, {}, {}]", n % 20 * 15, n / 20 * 15)).collect();
        let mut file = format!(
            "format = 1\nid = \"small\"\ntitle = \"Small\"\nsize = [300, 300]\nstations = [{}]\n",
            places.join(", ")
        );
        let mut list = |name: &str, list: &dyn std::fmt::Debug| {
            writeln!(file, "{name} = {list:?}").expect("a string takes everything");
        };
        for name in ["taxi", "bus", "underground", "ferry"] {
            list(&format!("lines.{name}"), &self.pairs(name));
        }
        for name in ["hideout", "river", "park", "monument"] {
            list(&format!("marks.{name}"), &self.numbers(name));
        }
        for name in QUARTERS {
            list(&format!("quarters.{name}"), &self.quarter(name));
        }
        for name in ["hunters", "fugitive", "common", "crimes", "tickets"] {
            list(&format!("cards.{name}"), &self.cards(name));
        }
        list("cards.tiles", &self.pairs("tiles"));
        file
    }

    fn quarter(&self, name: &str) -> Vec<u8> {
        let mut quarter = self.numbers(name);
        if self.words(name).any(|word| word == "*") {
            let taken: BTreeSet<u8> = QUARTERS.iter().flat_map(|name| self.numbers(name)).collect();
            quarter.extend(self.stations().difference(&taken));
        }
        quarter
    }

    fn cards(&self, name: &str) -> Vec<u8> {
        if self.0.contains_key(name) {
            return self.numbers(name);
        }
        let tiles: BTreeSet<u8> = self.pairs("tiles").into_iter().flatten().collect();
        let mut cards = self.stations();
        cards.retain(|station| match name {
            "hunters" => *station >= 10 && !tiles.contains(station),
            "fugitive" => *station < 10,
            "common" => true,
            _ => false,
        });
        cards.into_iter().collect()
    }
}

const QUARTERS: [&str; 4] = ["I", "II", "III", "IV"];

fn number(word: &str) -> u8 {
    word.parse().unwrap_or_else(|_| panic!("'{word}' is no station"))
}

/// The lines of `1-2-3`.
fn chain(text: &str) -> Vec<[u8; 2]> {
    let stops: Vec<u8> = text.split('-').map(number).collect();
    stops.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}
