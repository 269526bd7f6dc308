//! What the hunters can conclude: where he can be, and why.

use fogbound_engine::{Belief, Odds};
use fogbound_rules::{HunterView, Station};

use super::layout::{prose, wrapped};
use super::words::{Words, counted};

/// How many of the likeliest stations are named.
const LIKELIEST: usize = 6;

/// How many stations he can be at, in a line for the screen; none while he is seen.
pub(crate) fn line(view: &HunterView, his: bool, words: &Words) -> Option<String> {
    if view.public().shown().is_some() || view.public().outcome().is_some() {
        return None;
    }
    let belief = Belief::of(view);
    let possible = belief.possible();
    let stations = counted(possible.len(), "station", "stations");
    let certain = possible.iter().next().filter(|_| possible.len() == 1);
    Some(match his {
        true if certain.is_some() => "  For all the hunters know, it can be no other station\n".into(),
        false if certain.is_some() => {
            let at = certain.map_or(String::new(), |at| at.to_string());
            format!("  {} is at {at} for certain ('why {at}')\n", words.fugitive)
        }
        true => format!("  For all the hunters know, it is one of {stations} ('where')\n"),
        false => format!("  {} can be at {stations} ('where' lists them)\n", words.fugitive),
    })
}

/// Where he can be: the list, and the likeliest. For the fugitive: what the hunters can know of him.
pub(crate) fn places(view: &HunterView, mine: Option<Station>, words: &Words) -> String {
    let odds = Odds::of(view);
    let possible = odds.belief().possible();
    if let (1, Some(only)) = (possible.len(), possible.iter().next()) {
        return match mine {
            None => format!("{} is at {only} for certain.\n", words.fugitive),
            Some(_) => format!("The hunters can know for certain that you are at {only}.\n"),
        };
    }
    let count = counted(possible.len(), "station", "stations");
    let title = match mine {
        None => format!("{} can be at {count}:", words.fugitive),
        Some(at) => format!("For all the hunters know, you are at one of {count} (you are at {at}):"),
    };
    let mut text = title + "\n" + &wrapped("  ", possible.iter().map(|at| at.to_string()));
    if possible.len() > 1 {
        let share = |&(at, weight): &(Station, f64)| format!("{at} ({:.0} %)", weight * 100.0);
        let likely: Vec<String> = odds.ranked().iter().take(LIKELIEST).map(share).collect();
        text.push_str(&wrapped("  likeliest: ", likely.join(",\n").lines()));
    }
    text
}

/// Why he can be at a station, or why he cannot.
pub(crate) fn reason(view: &HunterView, station: Station, words: &Words) -> String {
    let belief = Belief::of(view);
    if let Some(path) = belief.path_to(station) {
        let path: Vec<String> = path.iter().map(|at| at.to_string()).collect();
        let start = format!(
            "{} can be at {station}. One way that fits everything, from the start on:",
            words.fugitive
        );
        return prose(&start) + &wrapped("  ", &path);
    }
    match belief.why_not(station) {
        Some(exclusion) => {
            let reason = words.translated(&exclusion.to_string());
            prose(&format!("{} cannot be at {station}: {reason}.", words.fugitive))
        }
        None => format!("Nothing is known of {station} yet.\n"),
    }
}
