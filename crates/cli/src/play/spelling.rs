//! Words that are written wrongly, and the ones that were meant.

/// How many letters have to change to make one word of another; swapped neighbours count once.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let other = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + other);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The word that was meant, if one is near.
pub(crate) fn nearest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let near = known.into_iter().map(|other| (distance(word, other), other)).min()?;
    (near.0 <= (word.chars().count() / 3).max(1)).then_some(near.1)
}

#[cfg(test)]
mod tests {
    use super::super::typed_move::MOVE_WORDS;
    use super::*;

    #[test]
    fn the_nearest_word_is_meant() {
        assert_eq!(nearest("buss", MOVE_WORDS), Some("bus"));
        assert_eq!(nearest("hlep", ["help", "hint"]), Some("help"));
        assert_eq!(nearest("zebra", MOVE_WORDS), None);
    }
}
