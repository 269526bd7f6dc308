//! Writing games down.

use super::{
    Deal, Dealt, Item, Place, Record, RecordError, RecordVersion, RecordedItem, VERSION_TAG, VeiledMove,
};
use crate::{Action, Event, Game, HunterView, Phase, Play, Public, PublicEvent, Setup};

impl Record {
    /// The record of a game: whole if it is over, otherwise what everybody may know of it. A game
    /// that was set up in its middle has none, as a record begins with a deal.
    pub fn of(game: &Game) -> Result<Record, RecordError> {
        Record::export(game, game.outcome().is_some())
    }

    /// The whole record of a game, over or not. It holds the fugitive's secret: it is for his own
    /// side, and for whoever keeps the game.
    pub fn whole(game: &Game) -> Result<Record, RecordError> {
        Record::export(game, true)
    }

    fn export(game: &Game, whole: bool) -> Result<Record, RecordError> {
        if !was_dealt(game) {
            return Err(RecordError::new(
                Place::Nowhere,
                "the game was set up in its middle, and not dealt",
            ));
        }
        let mut record = Record::empty();
        record.add_tags(game);
        record.deal = Deal::of(game, whole);
        let mut plays = game.plays().iter();
        let mut events = game.events().iter().map(Event::for_hunters);
        let Some(set_up) = events.next() else { return Ok(record) };
        let mut view =
            HunterView::fold(game.rules(), [set_up]).expect("a game's own events follow one another");
        for event in events {
            let round = round_of(view.public());
            let item = match event {
                PublicEvent::Ended(_) => None,
                PublicEvent::Opened { slot, at } => Some(Item::Opened { slot: *slot, at: *at }),
                _ => plays.next().map(|&play| item_of(event, play, whole)),
            };
            record.items.extend(item.map(|item| RecordedItem { place: Place::Nowhere, round, item }));
            view.apply(event).expect("a game's own events follow one another");
        }
        Ok(record)
    }

    fn add_tags(&mut self, game: &Game) {
        let rules = game.rules();
        let version = match rules.record_version() {
            // What needs a later one raises it: proofs of a game that moved, variations.
            version if version.names_all_options() => version.min(RecordVersion::NEWEST),
            // Proofs make it version 2 later.
            _ => RecordVersion::First,
        };
        self.set_tag(VERSION_TAG, &version.to_string());
        self.set_tag("Edition", &rules.edition().id);
        self.set_tag("Board", rules.board().id());
        let options = match version.names_all_options() {
            true => rules.all_options(),
            false => rules.all_options().other_than(&version.defaults(rules.edition())),
        };
        if !options.is_empty() {
            self.set_tag("Options", &options.to_string());
        }
        self.set_tag("Detectives", &rules.detectives().to_string());
        self.set_tag("Result", &Record::result(game));
    }
}

/// Whether a game began as a deal begins: nothing moved, spent or played.
fn was_dealt(game: &Game) -> bool {
    let (mut setup, mut undealt) = (game.setup().clone(), Setup::undealt(game.rules()));
    for hunter in setup.state.hunters.iter_mut().chain(&mut undealt.state.hunters) {
        hunter.station = None;
    }
    let unplayed = setup.secret.crimes.iter().all(|(_, played)| !played);
    setup.state == undealt.state && setup.secret.before == [None; 2] && unplayed
}

/// The round that an item belongs to: 0 for what comes before the first move.
pub(super) fn round_of(public: &Public) -> u8 {
    match public.phase() {
        Phase::Placing | Phase::StartDraw | Phase::StartChoice => 0,
        _ => public.round(),
    }
}

pub(super) fn item_of(event: &PublicEvent, play: Play, whole: bool) -> Item {
    match (event, play) {
        (PublicEvent::Asked { token, answer }, _) => Item::Asked(*token, *answer),
        (PublicEvent::Moved(moved), Play::Action(Action::Move(m))) if !whole && moved.at.is_none() => {
            let crate::Move { ticket, double, crime, ability, .. } = m;
            Item::Veiled(VeiledMove { ticket, double, crime, ability })
        }
        (PublicEvent::Started { at: None }, _) if !whole => Item::VeiledStart,
        _ => Item::Play(play),
    }
}

fn veil<T>(there: bool) -> Dealt<T> {
    if there { Dealt::Secret } else { Dealt::Nothing }
}

impl Deal {
    fn of(game: &Game, whole: bool) -> Deal {
        let (state, secret) = (&game.setup().state, &game.setup().secret);
        let hunters = state.hunters.iter();
        let open = whole || state.shown.is_some();
        let crimes: Vec<_> = secret.crimes.iter().map(|&(station, _)| station).collect();
        Deal {
            hunters: hunters.filter_map(|hunter| Some((hunter.hunter, hunter.station?))).collect(),
            fugitive: match secret.at {
                Some(at) if open => Dealt::Open(at),
                at => veil(at.is_some()),
            },
            tile: match secret.tile {
                Some((first, _)) if whole => Dealt::Open(first),
                tile => veil(tile.is_some()),
            },
            crimes: if whole && !crimes.is_empty() {
                Dealt::Open(crimes)
            } else {
                veil(!crimes.is_empty())
            },
        }
    }
}
