//! Names of people: what can be shown, and told apart from the names of the others.

use crate::limits;
use crate::refusal::{Code, Refusal, refuse};

/// Text in one line: what cannot be seen, or turns the line around, is left out.
pub(crate) fn clean_text(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text: String = words.join(" ").chars().filter(|&c| !is_invisible(c)).take(most).collect();
    text.trim().into()
}

/// Characters that show nothing, change the direction of writing, or pile up on those before them
/// without end.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A name that can be shown: nothing invisible, no space at its ends, not too long.
pub(crate) fn clean_name(name: &str) -> Result<String, Refusal> {
    let name = clean_text(name, limits::NAME);
    if !name.chars().any(char::is_alphanumeric) {
        return refuse(Code::BadMessage, "a name has at least one letter or digit");
    }
    if longest_pile(&name) > 2 {
        return refuse(Code::BadMessage, "that name has too many marks on one letter");
    }
    Ok(name)
}

/// The most marks that are put on one letter.
fn longest_pile(name: &str) -> usize {
    let mut longest = 0;
    let mut pile = 0;
    for c in name.chars() {
        pile = if is_mark(c) { pile + 1 } else { 0 };
        longest = longest.max(pile);
    }
    longest
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// The name, with a number if another has one that looks the same.
pub(crate) fn distinct_name<'n>(name: String, others: impl Iterator<Item = &'n str>) -> String {
    let others: Vec<String> = others.map(look).collect();
    let taken = |name: &str| others.contains(&look(name));
    if !taken(&name) {
        return name;
    }
    let numbered = |number: usize| {
        let end = format!(" {number}");
        let room = limits::NAME - end.len();
        name.chars().take(room).collect::<String>().trim_end().to_string() + &end
    };
    // One more than there are others is free.
    (2..).map(numbered).find(|name| !taken(name)).unwrap_or(name)
}

/// How a name looks: two that are the same here can be mistaken for one another.
fn look(name: &str) -> String {
    let plain: String = skeleton(name).to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    skeleton(&plain)
}

/// The name with each character in place of all that look like it. Where nobody meets strangers, the
/// large table for that is left out.
#[cfg(feature = "lookalikes")]
fn skeleton(name: &str) -> String {
    unicode_security::confusable_detection::skeleton(name).collect()
}

#[cfg(not(feature = "lookalikes"))]
fn skeleton(name: &str) -> String {
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        for (name, shown) in [
            ("  Ada  Lovelace ", "Ada Lovelace"),
            ("A\u{200b}d\u{2060}a\u{feff}", "Ada"),
            ("\u{202e}adA", "adA"),
            ("Ada\u{e0041}\u{fe0f}\u{ad}", "Ada"),
            ("Ad\u{3164}a\u{2800}", "Ada"),
        ] {
            assert_eq!(clean_name(name).unwrap(), shown);
        }
        for name in ["", " ", "\u{200b}", "\u{3164}", "...", "\u{301}\u{301}", "a\u{301}\u{302}\u{303}"]
        {
            assert!(clean_name(name).is_err(), "{name:?}");
        }
        assert_eq!(clean_name("José 你好 Ж").unwrap(), "José 你好 Ж");
    }

    #[test]
    fn nobody_takes_the_name_of_another() {
        let others = || ["Ada", "Bea", "Bea 2"].into_iter();
        let distinct = |name: &str| distinct_name(name.into(), others());
        assert_eq!(distinct("Eve"), "Eve");
        assert_eq!(distinct("Ada"), "Ada 2");
        assert_eq!(distinct("ADA"), "ADA 2");
        assert_eq!(distinct("A d.a"), "A d.a 2");
        assert_eq!(distinct("Bea"), "Bea 3");
        let long = "ABCDEFGHIJKLMNOPQRSTUVWX";
        let numbered = distinct_name(long.into(), [long].into_iter());
        assert_eq!(numbered, "ABCDEFGHIJKLMNOPQRSTUV 2");
    }

    #[cfg(feature = "lookalikes")]
    #[test]
    fn letters_that_look_alike_are_the_same() {
        for alike in ["Аda", "Αda", "𝐀𝐝𝐚", "аdа"] {
            assert_eq!(distinct_name(alike.into(), ["Ada"].into_iter()), format!("{alike} 2"));
        }
        assert_eq!(distinct_name("Bi11".into(), ["Bill"].into_iter()), "Bi11 2");
    }
}
