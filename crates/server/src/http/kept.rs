//! Answers that took some work, kept to be given again: so many bytes, and for so long.

use std::collections::VecDeque;
use std::time::Duration;

use axum::body::Bytes;
use fogbound_table::Version;
use tokio::time::Instant;

/// Answers by their names, that which was asked for last at the end.
pub(crate) struct Kept {
    most: usize,
    span: Duration,
    answers: VecDeque<(String, KeptAnswer, Instant)>,
}

/// An answer that is kept.
#[derive(Clone)]
pub(super) struct KeptAnswer {
    pub(super) bytes: Bytes,
    /// The version of its table at which everybody might have it, if that was so.
    pub(super) open: Option<Version>,
}

impl Kept {
    pub(super) fn new(most: usize, span: Duration) -> Kept {
        Kept { most, span, answers: VecDeque::new() }
    }

    pub(super) fn find(&mut self, name: &str) -> Option<KeptAnswer> {
        let span = self.span;
        self.answers.retain(|(_, _, since)| since.elapsed() < span);
        let index = self.answers.iter().position(|(other, ..)| other == name)?;
        let found = self.answers.remove(index)?;
        let answer = found.1.clone();
        self.answers.push_back(found);
        Some(answer)
    }

    /// Keeps an answer, in place of another of the same name.
    pub(super) fn keep(&mut self, name: String, answer: KeptAnswer) {
        self.answers.retain(|(other, ..)| *other != name);
        self.answers.push_back((name, answer, Instant::now()));
        let size = |(name, answer, _): &(String, KeptAnswer, _)| name.len() + answer.bytes.len();
        while self.answers.iter().map(size).sum::<usize>() > self.most {
            self.answers.pop_front();
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const MOST: usize = 3000;

    /// Whatever is kept, the last of it is there, and all of it has so many bytes.
    pub(in super::super) fn takes_no_more_than(most: usize, mut kept: Kept) {
        let answer = KeptAnswer { bytes: Bytes::from(vec![0; 100_000]), open: None };
        let names: Vec<String> = (0..most / 50_000).map(|number| format!("{number:06}")).collect();
        for name in &names {
            kept.keep(name.clone(), answer.clone());
        }
        let there = names.iter().filter(|name| kept.find(name).is_some()).count();
        assert!(kept.find(&names[names.len() - 1]).is_some());
        assert_eq!(there, most / 100_006, "as many as there is room for");
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_asked_for_longest_ago_makes_room() {
        let mut kept = Kept::new(MOST, Duration::from_secs(60));
        let of = |bytes: usize| KeptAnswer { bytes: Bytes::from(vec![0; bytes]), open: None };
        let third = of(MOST / 3 - 1);
        for name in ["a", "b", "c"] {
            kept.keep(name.into(), third.clone());
        }
        assert!(kept.find("a").is_some());
        kept.keep("d".into(), third.clone());
        assert_eq!(
            ["a", "b", "c", "d"].map(|name| kept.find(name).is_some()),
            [true, false, true, true]
        );
        kept.keep("a".into(), third.clone());
        assert!(kept.find("c").is_some(), "the same name takes no more room");
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert!(kept.find("c").is_none(), "it was kept for long enough");
        kept.keep("vast".into(), of(MOST + 1));
        assert!(kept.answers.is_empty(), "what never fits is not kept");
    }
}
