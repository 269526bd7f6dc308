//! Dealing the cards of an edition.

use super::{SecretSetup, Setup};
use crate::edition::Start;
use crate::{Phase, Public, Rules, Station};

impl Setup {
    /// Deals the start cards. `pick(n)` chooses a number below `n`: chance comes from outside.
    ///
    /// ```
    /// use fogbound_rules::{Rules, Setup, Station};
    /// let rules = Rules::builtin("modern", &[], 5).unwrap();
    /// let setup = Setup::deal(&rules, |n| n - 1); // always the last card
    /// assert_eq!(setup.secret.at, Station::new(172));
    /// ```
    pub fn deal(rules: &Rules, mut pick: impl FnMut(usize) -> usize) -> Setup {
        let mut setup = Setup::undealt(rules);
        let cards = rules.board().cards();
        let hunters = setup.state.hunters.len();
        let starts = match &rules.edition().start {
            Start::Pile => {
                let mut drawn = draw(&cards.common, hunters + 1, &mut pick);
                setup.secret.at = drawn.pop();
                drawn
            }
            Start::Cards => {
                setup.secret.at = draw(&cards.fugitive, 1, &mut pick).pop();
                draw(&cards.hunters, hunters, &mut pick)
            }
            Start::Tiles { either } => {
                let tile = cards.tiles[pick(cards.tiles.len())];
                setup.secret.at = (!either).then_some(tile.0);
                setup.secret.tile = rules.has_case().then_some(tile);
                let crimes = draw(&cards.crimes, rules.crimes(), &mut pick);
                setup.secret.crimes = crimes.into_iter().map(|station| (station, false)).collect();
                draw(&cards.hunters, hunters, &mut pick)
            }
            Start::Chosen { .. } | Start::Placed => vec![],
        };
        for (hunter, station) in setup.state.hunters.iter_mut().zip(starts) {
            hunter.station = Some(station);
        }
        setup
    }

    /// The beginning of a game before any card is dealt.
    pub(crate) fn undealt(rules: &Rules) -> Setup {
        let mut state = Public::fresh(rules).state(rules);
        let mut secret = SecretSetup::default();
        match rules.edition().start {
            Start::Chosen { fugitive, .. } => {
                secret.at = Some(fugitive);
                state.shown = Some(fugitive);
                state.phase = Phase::Placing;
            }
            Start::Placed => state.phase = Phase::Placing,
            Start::Tiles { either: true } => state.phase = Phase::StartChoice,
            Start::Pile | Start::Cards | Start::Tiles { either: false } => {}
        }
        Setup { state, secret }
    }
}

fn draw(deck: &[Station], count: usize, pick: &mut impl FnMut(usize) -> usize) -> Vec<Station> {
    let mut deck = deck.to_vec();
    (0..count).map(|_| deck.swap_remove(pick(deck.len()))).collect()
}
