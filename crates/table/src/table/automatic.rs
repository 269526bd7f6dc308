//! What happens at a table by itself: bots decide, and clocks run out.

use std::time::Duration;

use fogbound_engine::{BotSpec, Pieces};
use fogbound_rules::{Action, Hunter, Play, Rng, Side, Turn};

use super::{Stage, Table};
use crate::bot::{BotQuestion, SideView};
use crate::entry::{Cause, Entry, EntryKind, Version};
use crate::seat::{Level, Occupant, Seat};
use crate::settings::{Clock, Expiry};
use crate::{Moment, leak};

/// How fast bots answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// After how long a fugitive's bot answers, but for his first decision, for which nobody waits. If it began to think too
    /// late for that, it answers when its window ends; whatever it thought about.
    pub fugitive: Duration,
    /// After how long each bot among the hunters answers.
    pub hunter: Duration,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { fugitive: Duration::from_millis(1500), hunter: Duration::from_millis(700) }
    }
}

/// Who decides without a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
    /// A bot.
    Bot(BotSpec),
    /// Chance.
    Random,
}

/// What happens without a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Automatic {
    /// A decision of the game.
    Decision(AutomaticDecision),
    /// The game begins, whoever has not opened a number by then.
    Beginning {
        /// Not before this moment.
        due: Moment,
    },
}

impl Automatic {
    /// When it is due.
    pub fn due(&self) -> Moment {
        match self {
            Automatic::Decision(step) => step.due,
            Automatic::Beginning { due } => *due,
        }
    }
}

/// A decision that is due without a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AutomaticDecision {
    /// The version that it answers.
    pub version: Version,
    /// Whose decision.
    pub side: Side,
    /// The hunters that may be moved.
    pub pieces: Pieces,
    /// Who decides.
    pub decider: Decider,
    /// Why it is due.
    pub cause: Cause,
    /// Not before this moment.
    pub due: Moment,
}

impl Table {
    /// The seats of whose decision everybody waits.
    pub(crate) fn due(&self) -> Vec<Seat> {
        let Some(game) = self.game.as_ref().filter(|_| self.stage == Stage::Playing) else {
            return vec![];
        };
        match game.game.turn() {
            Turn::Fugitive => vec![Seat::FUGITIVE],
            Turn::Hunters => {
                let actions = game.hunters.actions();
                let moves = |own: Hunter| actions.iter().any(|&action| is_for(action, own));
                let shared = |own: &Hunter| own.is_bobby() || self.rules.is_pooled();
                let shared_left = self.rules.hunters().filter(shared).any(moves);
                let hunting = || Seat::all(&self.rules).filter(|seat| seat.side() == Side::Hunters);
                let at_work = |seat: &Seat| matches!(self.occupant(*seat), Occupant::Guest { .. });
                let own_left = |seat: &Seat| seat.hunter().is_some_and(moves);
                let people = hunting().filter(at_work).filter(|seat| shared_left || own_left(seat));
                // Bots wait for people; if nobody has a piece left, tokens or the end of the turn are.
                let lists: [Vec<Seat>; 4] = [
                    people.collect(),
                    hunting().filter(own_left).collect(),
                    hunting().filter(at_work).collect(),
                    hunting().collect(),
                ];
                lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
            }
            Turn::Chance | Turn::Over => vec![],
        }
    }

    /// The next thing that happens without a person, and when.
    pub fn automatic(&self, pace: Pace) -> Option<Automatic> {
        let beginning = self.shuffle.as_ref().map(|shuffle| Automatic::Beginning { due: shuffle.due() });
        let decision = || self.bot_turn(pace).or_else(|| self.expiry()).map(Automatic::Decision);
        beginning.or_else(decision)
    }

    /// What has to be thought about for it.
    pub fn question(&self, decision: &AutomaticDecision) -> Option<BotQuestion> {
        let game = self.game.as_ref()?;
        let view = match decision.side {
            Side::Fugitive => SideView::Fugitive(game.fugitive.clone()),
            Side::Hunters => SideView::Hunters(game.hunters.clone(), decision.pieces),
        };
        let seed = leak::seed(self, Rng::for_game(game.seed, decision.version).bits());
        Some(BotQuestion { view, decider: decision.decider, seed })
    }

    /// Whether no seat belongs to a person.
    pub fn is_of_bots_alone(&self) -> bool {
        self.seats.iter().all(|occupant| occupant.guest().is_none())
    }

    /// Whether these entries begin a game of bots alone here.
    pub fn begins_with_bots_alone(&self, entries: &[Entry]) -> bool {
        let begins =
            |entry: &Entry| matches!(entry.kind, EntryKind::Began { .. } | EntryKind::Brought { .. });
        self.is_of_bots_alone() && entries.iter().any(begins)
    }

    fn bot_turn(&self, pace: Pace) -> Option<AutomaticDecision> {
        let game = self.game.as_ref().filter(|_| self.stage == Stage::Playing)?;
        let step = |side, pieces, level: Level, wait| AutomaticDecision {
            version: self.play_version,
            side,
            pieces,
            decider: Decider::Bot(BotSpec::of_level(side, level.number())),
            cause: Cause::Bot,
            due: game.move_since.after(wait),
        };
        match game.game.turn() {
            Turn::Fugitive => {
                let level = self.occupant(Seat::FUGITIVE).level()?;
                // Nobody has anything to look at before his first decision.
                let begun = game.game.plays().iter().any(|play| matches!(play, Play::Action(_)));
                let wait = if begun { pace.fugitive } else { Duration::ZERO };
                Some(step(Side::Fugitive, Pieces::ALL, level, wait))
            }
            Turn::Hunters => {
                let (level, pieces) = self.hunting_bot()?;
                Some(step(Side::Hunters, pieces, level, pace.hunter))
            }
            Turn::Chance | Turn::Over => None,
        }
    }

    /// The bot that moves next among the hunters, and what it may move. Bots wait while a person has
    /// a piece left to move; bobbies and shared teams they move only if no person hunts (rule 5.1).
    fn hunting_bot(&self) -> Option<(Level, Pieces)> {
        let game = self.game.as_ref()?;
        let people = self.people_at_work();
        let actions = game.hunters.actions();
        let moves = |pieces: Pieces| {
            let mut found = actions.iter().filter(|&&action| action != Action::EndTurn);
            found.any(|&action| pieces.may(&self.rules, action) && !matches!(action, Action::Token(_)))
        };
        if moves(people) {
            return None;
        }
        let alone = people == Pieces::from_iter([]);
        let bots = Seat::all(&self.rules)
            .filter_map(|seat| Some((seat.hunter()?, self.occupant(seat).level()?)));
        for (hunter, level) in bots.clone() {
            let shared = self.rules.is_pooled();
            let own: Pieces =
                self.rules.hunters().filter(|&other| other == hunter && (alone || !shared)).collect();
            if moves(own) {
                return Some((level, own));
            }
        }
        if !alone {
            return None;
        }
        // No person hunts: bobbies, tokens and the end of the turn are the bots' too.
        bots.clone().next().map(|(_, level)| (level, Pieces::ALL))
    }

    /// What the people who are at work may move.
    fn people_at_work(&self) -> Pieces {
        let guests = Seat::all(&self.rules).filter_map(|seat| match self.occupant(seat) {
            Occupant::Guest { guest } if seat.side() == Side::Hunters => Some(guest),
            _ => None,
        });
        let pieces: Vec<Pieces> = guests.map(|guest| self.pieces(guest)).collect();
        let any = |hunter: &Hunter| pieces.iter().any(|pieces| pieces.contains(*hunter));
        self.rules.hunters().filter(any).collect()
    }

    fn expiry(&self) -> Option<AutomaticDecision> {
        let game = self.game.as_ref().filter(|_| self.stage == Stage::Playing)?;
        let (_, expiry) = self.settings.clock.span()?;
        let side = match game.game.turn() {
            Turn::Fugitive => Side::Fugitive,
            Turn::Hunters => Side::Hunters,
            Turn::Chance | Turn::Over => return None,
        };
        Some(AutomaticDecision {
            version: self.play_version,
            side,
            pieces: Pieces::ALL,
            decider: match expiry {
                Expiry::Bot => Decider::Bot(BotSpec::of_level(side, Level::REPLACING.number())),
                Expiry::Random => Decider::Random,
            },
            cause: Cause::Clock,
            due: self.deadline()?,
        })
    }

    /// When the time of the people who are to decide is over.
    pub(crate) fn deadline(&self) -> Option<Moment> {
        let game = self.game.as_ref().filter(|_| self.stage == Stage::Playing)?;
        let (span, _) = self.settings.clock.span()?;
        let since = match self.settings.clock {
            Clock::Turn { .. } => game.turn_since,
            _ => game.move_since,
        };
        matches!(game.game.turn(), Turn::Fugitive | Turn::Hunters).then(|| since.after(span))
    }
}

/// Whether a decision moves this hunter.
fn is_for(action: Action, own: Hunter) -> bool {
    matches!(action, Action::Hunt { hunter, .. } | Action::Place { hunter, .. } if hunter == own)
}
