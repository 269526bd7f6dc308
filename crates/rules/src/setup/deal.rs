//! Dealing the cards of an edition.

use super::Setup;
use crate::edition::Start;
use crate::{Phase, Position, Public, Rules, Secret, Station};

impl Setup {
    /// Deals the start cards. `pick(n)` chooses a number below `n`: chance comes from outside.
    ///
    /// ```
    /// use fogbound_rules::{Rules, Setup, Station};
    /// let rules = Rules::builtin("modern", &[], 5).unwrap();
    /// let setup = Setup::deal(&rules, |n| n - 1); // always the last card
    /// assert_eq!(setup.secret.at, Station::new(172));
    /// ```
    pub fn deal(rules: &Rules, pick: impl FnMut(usize) -> usize) -> Setup {
        Position::dealt(rules, pick).setup(rules)
    }

    /// The beginning of a game before any card is dealt.
    pub(crate) fn undealt(rules: &Rules) -> Setup {
        Position::undealt(rules).setup(rules)
    }
}

impl Position {
    /// Deals the start cards as [`Setup::deal`] does, straight into a position: every deal is legal.
    pub fn deal(rules: &Rules, pick: impl FnMut(usize) -> usize) -> Position {
        let mut position = Position::dealt(rules, pick);
        position.begin_turn_if_his(rules);
        position
    }

    fn undealt(rules: &Rules) -> Position {
        let mut position = Position { public: Public::fresh(rules), secret: Secret::default() };
        match rules.edition().start {
            Start::Chosen { fugitive, .. } => {
                position.secret.at = fugitive.number();
                position.public.shown = fugitive.number();
                position.public.phase = Phase::Placing;
            }
            Start::Placed => position.public.phase = Phase::Placing,
            Start::Tiles { either: true } => position.public.phase = Phase::StartChoice,
            Start::Pile | Start::Cards | Start::Tiles { either: false } => {}
        }
        position
    }

    fn dealt(rules: &Rules, mut pick: impl FnMut(usize) -> usize) -> Position {
        let mut position = Position::undealt(rules);
        let cards = rules.board().cards();
        let hunters = rules.hunter_count();
        let mut starts = match &rules.edition().start {
            Start::Pile => draw(&cards.common, hunters + 1, &mut pick),
            Start::Cards => {
                position.secret.at = draw(&cards.fugitive, 1, &mut pick).next().unwrap_or(0);
                draw(&cards.hunters, hunters, &mut pick)
            }
            Start::Tiles { either } => {
                let index = pick(cards.tiles.len());
                position.secret.at = if *either { 0 } else { cards.tiles[index].0.number() };
                position.secret.tile = if rules.has_case() { index as u8 + 1 } else { 0 };
                let crimes = draw(&cards.crimes, rules.crimes(), &mut pick);
                position.secret.crimes.iter_mut().zip(crimes).for_each(|(byte, scene)| *byte = scene);
                draw(&cards.hunters, hunters, &mut pick)
            }
            Start::Chosen { .. } | Start::Placed => return position,
        };
        for hunter in rules.hunters() {
            let at = starts.next().unwrap_or(0);
            position.public.hunters = position.public.hunters.with(hunter.place(), at);
        }
        if let Start::Pile = rules.edition().start {
            position.secret.at = starts.next().unwrap_or(0);
        }
        position
    }
}

/// Draws so many cards without replacement.
fn draw(
    deck: &[Station],
    count: usize,
    pick: &mut impl FnMut(usize) -> usize,
) -> impl Iterator<Item = u8> {
    let mut cards = [0; Station::MAX as usize];
    cards.iter_mut().zip(deck).for_each(|(byte, card)| *byte = card.number());
    for drawn in 0..count.min(deck.len()) {
        cards.swap(drawn, drawn + pick(deck.len() - drawn));
    }
    cards.into_iter().take(count)
}
