//! What the hunters know, and spectators with them.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{Impossible, LogSlot, impossible};
use crate::board::HunterMove;
use crate::{
    Ability, Action, Answer, Character, Ending, Leg, Moved, Options, Outcome, Phase, Position, Public,
    PublicEvent, Rules, SecretSetup, Side, State, Station, Ticket, Token,
};

/// What the hunters know; also what a spectator knows.
#[derive(Clone, Debug)]
pub struct HunterView {
    rules: Arc<Rules>,
    public: Public,
    log: Vec<LogSlot>,
    ending: Option<Ending>,
    events: Vec<PublicEvent>,
    /// What everybody knew after each event.
    states: Vec<Public>,
}

impl HunterView {
    /// The fold of a game's public events; the first must be [`PublicEvent::SetUp`].
    pub fn fold<'e>(
        rules: &Arc<Rules>,
        events: impl IntoIterator<Item = &'e PublicEvent>,
    ) -> Result<HunterView, Impossible> {
        let mut events = events.into_iter();
        let Some(first @ PublicEvent::SetUp { state }) = events.next() else {
            return impossible("a game begins with its set-up");
        };
        let public = Public::new(rules, state).map_err(|errors| Impossible(errors.to_string()))?;
        let mut view = HunterView {
            rules: Arc::clone(rules),
            public,
            log: vec![],
            ending: None,
            events: vec![first.clone()],
            states: vec![public],
        };
        events.try_for_each(|event| view.apply(event))?;
        Ok(view)
    }

    /// Adds what happened next; if that is impossible, the view stays as it was.
    pub fn apply(&mut self, event: &PublicEvent) -> Result<(), Impossible> {
        if self.ending.is_some() {
            return impossible("the game is over");
        }
        match event {
            PublicEvent::SetUp { .. } => return impossible("a game is set up once"),
            PublicEvent::Placed { hunter, at } => {
                self.check_hunters(Action::Place { hunter: *hunter, at: *at })?;
                self.public.place(&self.rules, *hunter, *at);
            }
            PublicEvent::Started { at } => self.apply_start(*at)?,
            PublicEvent::Moved(moved) => self.apply_move(*moved)?,
            PublicEvent::Ballooned { leg } => self.apply_balloon(*leg)?,
            PublicEvent::TileTurned { first, second } => self.apply_tile(*first, *second)?,
            PublicEvent::Opened { slot, at } => self.apply_opening(*slot, *at)?,
            PublicEvent::Taken { from, ticket } => {
                let held = self.public.purse(&self.rules, *from).count(*ticket) > 0;
                let due = self.public.phase == Phase::Taking
                    && self.public.next_to_take(&self.rules) == Some(*from);
                if !due || !held {
                    return impossible(format!("no {ticket} ticket of {from} can be taken now"));
                }
                self.public.take(&self.rules, *from, *ticket);
            }
            PublicEvent::Hunted { hunter, ticket, to, captured } => {
                self.check_hunters(Action::Hunt { hunter: *hunter, ticket: *ticket, to: *to })?;
                let hunt = HunterMove { to: *to, ticket: *ticket };
                self.public.hunter_moved(&self.rules, *hunter, hunt, *captured);
            }
            PublicEvent::Asked { token, answer } => self.apply_token(*token, *answer)?,
            PublicEvent::TurnEnded => {
                self.check_hunters(Action::EndTurn)?;
                self.public.end_hunters_turn(&self.rules);
            }
            PublicEvent::Conceded { side } => self.apply_concession(*side)?,
            PublicEvent::Ended(ending) => self.apply_ending(ending)?,
        }
        self.events.push(event.clone());
        self.states.push(self.public);
        Ok(())
    }

    fn check_hunters(&self, action: Action) -> Result<(), Impossible> {
        let mut legal = false;
        self.public.for_each_hunters_action(&self.rules, &mut |listed| legal |= listed == action);
        if legal { Ok(()) } else { impossible(format!("'{action}' is not possible here")) }
    }

    fn apply_start(&mut self, at: Option<Station>) -> Result<(), Impossible> {
        let open = match self.public.phase {
            Phase::StartDraw => true,
            Phase::StartChoice => false,
            _ => return impossible("he has his start station already"),
        };
        let drawn = |at: Station| self.rules.board().cards().tickets.contains(&at) && self.is_free(at);
        if at.is_some() != open || at.is_some_and(|at| !drawn(at)) {
            return impossible("this cannot be his start station");
        }
        self.public.start(at);
        Ok(())
    }

    fn is_free(&self, station: Station) -> bool {
        self.rules.board().stations().contains(station) && !self.public.is_closed(station)
    }

    fn apply_move(&mut self, moved: Moved) -> Result<(), Impossible> {
        self.check_move(&moved)?;
        let round = self.public.round;
        self.public.fugitive_moved(&self.rules, &moved);
        self.log.push(LogSlot { round, moved });
        Ok(())
    }

    /// Whether a move can look like this. That no line fits is not found out here: it is a matter
    /// of what the hunters conclude, not of what they see.
    fn check_move(&self, moved: &Moved) -> Result<(), Impossible> {
        let (rules, public) = (&*self.rules, &self.public);
        let landing = public.phase == Phase::BalloonLanding;
        if !landing && !matches!(public.phase, Phase::Fugitive | Phase::Second) {
            return impossible("the fugitive is not to move");
        }
        if public.phase == Phase::Fugitive && public.covered != 0 {
            return impossible("the covered slots must be opened first");
        }
        if moved.slot != public.filled + 1 {
            return impossible(format!("the next slot is {}, not {}", public.filled + 1, moved.slot));
        }
        let leg = if landing { public.leg } else { public.next_leg(moved.leg == Leg::First) };
        let doubles = landing || public.may_double(rules);
        if moved.leg != leg || moved.leg == Leg::First && !doubles || moved.balloon != landing {
            return impossible("this part of a turn is not possible here");
        }
        self.check_ticket(moved)?;
        let seen = landing || public.is_seen(rules, moved.ticket, moved.ability, moved.show);
        if moved.at.is_some() != seen {
            let what = if seen { "must" } else { "must not" };
            return impossible(format!("the station of slot {} {what} be shown", moved.slot));
        }
        if let Some(at) = moved.at.filter(|&at| !self.is_free(at)) {
            return impossible(format!("he cannot stop at {at}"));
        }
        if landing
            && public.balloon_tile(rules).is_none_or(|(a, b)| moved.at != Some(a) && moved.at != Some(b))
        {
            return impossible("the balloon lands on a station of its tile");
        }
        self.check_way(moved)?;
        self.check_deeds(moved)
    }

    /// Where both ends of a move are in plain sight, a line must lead from one to the other.
    fn check_way(&self, moved: &Moved) -> Result<(), Impossible> {
        let (Some(from), Some(to), false) = (self.public.shown(), moved.at, moved.balloon) else {
            return Ok(());
        };
        let rides = match moved.ticket {
            None => self.rules.open,
            Some(ticket) => ticket.transports(),
        };
        let links = self.rules.board().links(from).iter();
        match links.filter(|link| link.to == to).any(|link| !link.by.intersection(rides).is_empty()) {
            true => Ok(()),
            false => impossible(format!("no line leads from {from} to {to}")),
        }
    }

    fn check_ticket(&self, moved: &Moved) -> Result<(), Impossible> {
        let (rules, public) = (&*self.rules, &self.public);
        let fits = match moved.ticket {
            None => rules.free_fares || moved.balloon,
            Some(Ticket::Black) => {
                let rests = rules.spaced_black && public.black_last_turn;
                public.black > 0 && !rests && !rules.is_hidden(moved.slot) && !moved.balloon
            }
            Some(ticket) => {
                let left = !rules.counted || public.stock.count(ticket) > 0;
                !rules.free_fares && left && public.case.ban != Some(ticket) && !moved.balloon
            }
        };
        if fits { Ok(()) } else { impossible("he cannot have played this ticket") }
    }

    fn check_deeds(&self, moved: &Moved) -> Result<(), Impossible> {
        let (rules, public) = (&*self.rules, &self.public);
        let reserve = public.case.reserve;
        let fits = match moved.ability {
            None => true,
            Some(_) if !rules.has_case() => false,
            Some(Ability::LieLow) => rules.is_reveal(moved.slot) && !moved.balloon,
            Some(Ability::TakeBlack) => reserve.black > 0,
            Some(Ability::TakeDouble) => reserve.double > 0,
        };
        let shows = rules.voluntary_reveal && moved.leg != Leg::First && !rules.is_reveal(moved.slot);
        if !fits || moved.show && !shows || moved.crime && !rules.has_case() {
            return impossible("this deed is not possible here");
        }
        Ok(())
    }

    fn apply_balloon(&mut self, leg: Leg) -> Result<(), Impossible> {
        let public = &self.public;
        let turn = matches!(public.phase, Phase::Fugitive | Phase::Second);
        let fits = turn
            && self.rules.has_case()
            && !public.case.balloon_used
            && !public.case.stop_used
            && leg == public.next_leg(leg == Leg::First)
            && (leg != Leg::First || public.may_double(&self.rules));
        if !fits {
            return impossible("he cannot call the balloon here");
        }
        self.public.balloon(leg == Leg::First);
        Ok(())
    }

    fn apply_tile(&mut self, first: Station, second: Station) -> Result<(), Impossible> {
        let tiles = &self.rules.board().cards().tiles;
        let index = tiles.iter().position(|&tile| tile == (first, second));
        let Some(index) = index.filter(|_| self.public.phase == Phase::BalloonDraw) else {
            return impossible(format!("the tile {first}/{second} cannot be turned here"));
        };
        self.public.turn_tile(index);
        Ok(())
    }

    fn apply_opening(&mut self, slot: u8, at: Station) -> Result<(), Impossible> {
        let known = self.rules.board().stations().contains(at);
        let due = |back: &u8| *back <= 1 && self.public.covered >> back & 1 != 0;
        let back = self.public.filled.checked_sub(slot).filter(due);
        let Some(back) = back.filter(|_| known && self.public.phase == Phase::Fugitive) else {
            return impossible(format!("slot {slot} is not to be opened here"));
        };
        self.tell(slot, at);
        self.public.open_slot(back, at);
        Ok(())
    }

    /// A station of the log that was told later.
    fn tell(&mut self, slot: u8, at: Station) {
        if let Some(entry) = self.log.iter_mut().find(|entry| entry.moved.slot == slot) {
            entry.moved.at = Some(at);
        }
    }

    fn apply_token(&mut self, token: Token, answer: Answer) -> Result<(), Impossible> {
        self.check_hunters(Action::Token(token))?;
        match (token, answer) {
            (Token::Trail, Answer::Trail(at)) => {
                let slot = self.public.filled - 2;
                let shown = self
                    .log
                    .iter()
                    .find(|entry| entry.moved.slot == slot)
                    .and_then(|entry| entry.moved.at);
                let known = self.rules.board().stations().contains(at);
                if !known || shown.is_some_and(|shown| shown != at) {
                    return impossible(format!("slot {slot} was not at {at}"));
                }
                self.tell(slot, at);
            }
            (Token::Quarter, Answer::Quarter(_)) | (Token::Symbol { .. }, Answer::Symbol(_)) => {}
            (Token::Ban { .. } | Token::Block { .. }, Answer::None) => {}
            _ => return impossible(format!("this is no answer to '{token}'")),
        }
        self.public.token_spent(&self.rules, token);
        Ok(())
    }

    fn apply_concession(&mut self, side: Side) -> Result<(), Impossible> {
        if self.public.phase == Phase::Over {
            return impossible("the game is over");
        }
        if side == Side::Hunters && self.rules.is_scored() {
            if self.public.phase != Phase::Hunters {
                return impossible("the hunters give up in their own turn only");
            }
            self.public.give_up(&self.rules);
        } else {
            self.public.end(Outcome::Conceded { side });
        }
        Ok(())
    }

    fn apply_ending(&mut self, ending: &Ending) -> Result<(), Impossible> {
        if self.public.outcome.is_some_and(|outcome| outcome != ending.outcome) {
            return impossible("the game ended in another way");
        }
        if ending.route.len() != self.log.len() {
            return impossible("the opened log has another number of slots");
        }
        for (entry, &at) in self.log.iter().zip(&ending.route) {
            if entry.moved.at.is_some_and(|seen| seen != at) {
                return impossible(format!("slot {} was shown otherwise than {at}", entry.moved.slot));
            }
        }
        for (entry, &at) in self.log.iter_mut().zip(&ending.route) {
            entry.moved.at = Some(at);
        }
        self.public.end(ending.outcome);
        self.ending = Some(ending.clone());
        Ok(())
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What everybody knows of the position.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The travel log.
    pub fn log(&self) -> &[LogSlot] {
        &self.log
    }

    /// The end of the game, with all that was secret.
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// What was seen so far.
    pub fn events(&self) -> &[PublicEvent] {
        &self.events
    }

    /// What everybody knew after each event.
    pub fn states(&self) -> &[Public] {
        &self.states
    }

    /// The tokens spent so far, each with its answer.
    pub fn asked(&self) -> Vec<Asked> {
        let mut filled = 0;
        let mut asked = Vec::new();
        for event in &self.events {
            match *event {
                PublicEvent::Moved(moved) => filled = moved.slot,
                PublicEvent::Asked { token, answer } => {
                    asked.push(Asked { after_slot: filled, token, answer })
                }
                _ => {}
            }
        }
        asked
    }

    /// Every decision that the hunters may take, but for concessions; none if it is not their turn.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.public.for_each_hunters_action(&self.rules, &mut |action| actions.push(action));
        actions
    }

    /// The position as it is if this secret is the true one.
    pub fn assume(&self, secret: SecretSetup) -> Result<Position, crate::SetupErrors> {
        Position::assume(&self.rules, &self.public, secret)
    }
}

impl PartialEq for HunterView {
    fn eq(&self, other: &HunterView) -> bool {
        (&self.public, &self.log, &self.ending, &self.events)
            == (&other.public, &other.log, &other.ending, &other.events)
    }
}

/// A token that was spent, and what was answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Asked {
    /// After how many slots of the log.
    pub after_slot: u8,
    /// What for.
    pub token: Token,
    /// The answer.
    pub answer: Answer,
}

#[derive(Serialize)]
struct HunterViewForm<'v> {
    edition: &'v str,
    board: &'v str,
    options: &'v Options,
    #[serde(skip_serializing_if = "<[Character]>::is_empty")]
    characters: &'v [Character],
    state: State,
    score: Option<i16>,
    log: &'v [LogSlot],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asked>,
    ending: Option<&'v Ending>,
}

impl Serialize for HunterView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        HunterViewForm {
            edition: &self.rules.edition().id,
            board: self.rules.board().id(),
            options: self.rules.options(),
            characters: &self.rules.characters,
            state: self.public.state(&self.rules),
            score: self.public.score(&self.rules),
            log: &self.log,
            asked: self.asked(),
            ending: self.ending.as_ref(),
        }
        .serialize(serializer)
    }
}
