//! Lines that fit the terminal.

/// The columns that a screen may use.
pub(crate) const COLUMNS: usize = 80;

/// The columns that a text takes, colours apart.
pub(crate) fn width(text: &str) -> usize {
    let mut columns = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {},
            _ => columns += 1,
        }
    }
    columns
}

/// The text with blanks behind it, up to a number of columns.
pub(crate) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The text with blanks before it, up to a number of columns.
pub(crate) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Items behind a head, on as many lines as they need; further lines begin under the first item.
pub(crate) fn wrapped<S: AsRef<str>>(head: &str, items: impl IntoIterator<Item = S>) -> String {
    let indent = width(head);
    let mut text = head.to_string();
    let mut column = indent;
    for (index, item) in items.into_iter().enumerate() {
        let item = item.as_ref();
        let room = width(item.trim_end()) + usize::from(index > 0);
        if column + room > COLUMNS && column > indent {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(item);
        column += width(item);
    }
    text.push('\n');
    text
}

/// A sentence or a few, broken between words.
pub(crate) fn prose(text: &str) -> String {
    wrapped("", text.split_whitespace())
}

#[cfg(test)]
mod tests {
    use fogbound_rules::Ticket;

    use super::super::colours::Colours;
    use super::*;

    #[test]
    fn colours_take_no_columns() {
        let text = Colours(true).ticket(Ticket::Bus, "bus");
        assert_eq!((text.as_str(), width(&text)), ("\x1b[32mbus\x1b[0m", 3));
        assert_eq!(left(&text, 5), format!("{text}  "));
        assert_eq!(Colours(false).ticket(Ticket::Bus, "bus"), "bus");
    }

    #[test]
    fn long_lists_go_on_under_their_first_item() {
        let numbers: Vec<String> = (100..140).map(|n| n.to_string()).collect();
        let text = wrapped("taxi ", &numbers);
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        assert!(text.lines().nth(1).is_some_and(|line| line.starts_with("     1")), "{text}");
        assert_eq!(text.split_whitespace().count(), 41);
    }
}
