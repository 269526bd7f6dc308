//! What a whole review may spend on closer looks.

/// A part of a review's nodes for each decision, in their order: what one does not need is left to those after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Purse {
    left: u64,
    /// What each decision adds.
    part: u64,
}

/// Closer looks of a whole review have so many times the nodes of the first search of a decision together.
pub(crate) const WHOLE: u64 = 4000;

/// So many times those nodes are there before the first decision.
pub(crate) const AHEAD: u64 = 250;

impl Purse {
    /// For one decision by itself, which may be looked at as closely as there is any use in it.
    pub(crate) const BOTTOMLESS: Purse = Purse { left: u64::MAX, part: 0 };

    /// For a review of so many decisions, whose first searches have so many nodes.
    pub(crate) fn of_review(nodes: u64, decisions: usize) -> Purse {
        let decisions = u64::try_from(decisions).unwrap_or(u64::MAX).max(1);
        let whole = nodes.saturating_mul(WHOLE - AHEAD);
        Purse { left: nodes.saturating_mul(AHEAD), part: whole / decisions }
    }

    /// The next decision is looked at.
    pub(crate) fn add_part(&mut self) {
        self.left = self.left.saturating_add(self.part);
    }

    /// Pays for so many nodes, if it can.
    pub(crate) fn pays(&mut self, nodes: u64) -> bool {
        let left = self.left.checked_sub(nodes);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_review_pays_for_so_much_and_no_more() {
        for decisions in [1, 7, 100] {
            let mut purse = Purse::of_review(50, decisions);
            let mut paid = 0;
            for _ in 0..decisions {
                purse.add_part();
                while purse.pays(10) {
                    paid += 10;
                }
                assert!(!purse.pays(10) && purse.pays(0));
            }
            assert!((50 * WHOLE - 10..=50 * WHOLE).contains(&paid), "{decisions}: {paid}");
        }
    }

    #[test]
    fn what_is_not_spent_is_left_to_those_who_come_later() {
        let mut purse = Purse::of_review(100, 10);
        purse.add_part();
        let one = 100 * AHEAD + 100 * (WHOLE - AHEAD) / 10;
        assert!(!{ purse }.pays(one + 1) && { purse }.pays(one));
        purse.add_part();
        assert!(purse.pays(one + 1));
        let mut bottomless = Purse::BOTTOMLESS;
        assert!(bottomless.pays(1 << 60) && bottomless.pays(1 << 60));
    }
}
