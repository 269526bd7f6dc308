//! Playing records again.

use std::sync::Arc;

use super::chain::Seeds;
use super::export::round_of;
use super::{Dealt, Item, Place, Proof, Proofs, Record, RecordError, RecordedItem, result_text};
use crate::edition::Start;
use crate::{
    Action, Draw, Game, HunterView, Move, Moved, Play, PublicEvent, Rules, Setup, Side, Station,
};

/// What a record gives when it is played again.
#[derive(Clone, Debug)]
pub enum Replay {
    /// The whole game.
    Whole(Box<Game>),
    /// What everybody knows of a game that is not over.
    Public(Box<HunterView>),
}

impl Replay {
    /// What the hunters know at its end.
    pub fn hunters_view(&self) -> HunterView {
        match self {
            Replay::Whole(game) => game.hunters_view(),
            Replay::Public(view) => (**view).clone(),
        }
    }
}

impl Record {
    /// Plays the record again by these rules, and checks all that it says.
    pub fn replay(&self, rules: &Arc<Rules>) -> Result<Replay, RecordError> {
        let replay = self.replay_with(rules, self.seeds(), false)?;
        self.check_variations(rules)?;
        Ok(replay)
    }

    /// Plays the whole record of a game again that is to be gone on with, and checks all that it says: its proofs may stop
    /// where it stops.
    pub fn replay_to_go_on(&self, rules: &Arc<Rules>) -> Result<Game, RecordError> {
        let replay = self.replay_with(rules, self.seeds(), true)?;
        self.check_variations(rules)?;
        match replay {
            Replay::Whole(game) => Ok(*game),
            Replay::Public(_) => Err(RecordError::new(
                Place::Nowhere,
                "it tells what the hunters know, and not where he is: only a whole record can be gone on with",
            )),
        }
    }

    fn seeds(&self) -> Seeds {
        self.chain().map_or(Seeds::UNKNOWN, |chain| chain.seeds())
    }

    /// Plays its game again, for who wants to see it and not to check it: whether deal and draws follow from the numbers of
    /// the shuffle is left open, and variations are not played.
    pub fn replay_as_told(&self, rules: &Arc<Rules>) -> Result<Replay, RecordError> {
        self.replay_with(rules, Seeds::UNKNOWN, false)
    }

    fn replay_with(
        &self,
        rules: &Arc<Rules>,
        seeds: Seeds,
        goes_on: bool,
    ) -> Result<Replay, RecordError> {
        let setup = self.setup(rules)?;
        let replay = if self.is_public() {
            Replay::Public(Box::new(self.replay_public(rules, &setup)?))
        } else {
            Replay::Whole(Box::new(replay_whole(rules, setup, &seeds, &self.items)?))
        };
        if !self.variations.is_empty() {
            let over = replay.hunters_view().public().outcome().is_some();
            if !over || self.is_public() {
                let reason = "only a game that is over has variations";
                return Err(RecordError::new(Place::Nowhere, reason));
            }
        }
        self.check_proofs(&replay, goes_on)?;
        if let Some(result) = self.tag("Result") {
            let public = *replay.hunters_view().public();
            let expected = result_text(rules, public.outcome(), public.score(rules));
            if result != expected {
                let reason = format!("the tag Result says '{result}', but the moves say '{expected}'");
                return Err(RecordError::new(Place::Nowhere, reason));
            }
        }
        Ok(replay)
    }

    fn check_variations(&self, rules: &Arc<Rules>) -> Result<(), RecordError> {
        self.variations
            .iter()
            .try_for_each(|variation| self.replay_variation(rules, variation).map(drop))
    }

    /// Every proof must stand for what the record tells, and none may be missing.
    fn check_proofs(&self, replay: &Replay, goes_on: bool) -> Result<(), RecordError> {
        let checked = match (&self.proofs, replay) {
            (Proofs::None, _) => Ok(()),
            // While a game goes on they are closed.
            (Proofs::Seals(_), Replay::Public(_)) => Ok(()),
            (Proofs::Seals(seals), Replay::Whole(game)) => self.check_seals(seals, game),
            (Proofs::Chain(chain), _) => {
                let over = replay.hunters_view().public().outcome().is_some();
                chain.check(self, over, goes_on && matches!(replay, Replay::Whole(_)))
            }
        };
        checked.map_err(|reason| RecordError::new(Place::Nowhere, reason))
    }

    /// Seals are of the deal and of each decision of the fugitive.
    fn check_seals(&self, seals: &[Proof], game: &Game) -> Result<(), String> {
        let opened = || seals.iter().filter(|seal| seal.salt.is_some());
        if let Some(Proof { plays, .. }) = opened().find(|seal| !seal.holds(self)) {
            return Err(format!(
                "the proof of the first {plays} plays does not fit: the record was changed"
            ));
        }
        if game.outcome().is_none() && opened().count() < seals.len() {
            return Ok(());
        }
        let is_his =
            |play: &Play| matches!(play, Play::Action(action) if action.side() == Side::Fugitive);
        let his = game.plays().iter().zip(1..).filter(|(play, _)| is_his(play)).map(|(_, plays)| plays);
        match std::iter::once(0).chain(his).eq(opened().map(|seal| seal.plays)) {
            true => Ok(()),
            false => {
                Err("the deal and each decision of the fugitive need a proof that is opened".into())
            }
        }
    }

    /// The set-up that the deal describes. In a public record the secret is missing.
    fn setup(&self, rules: &Rules) -> Result<Setup, RecordError> {
        let wrong = |reason: String| RecordError::new(Place::Nowhere, format!("deal: {reason}"));
        let mut setup = Setup::undealt(rules);
        let cards = rules.board().cards();
        let deck = |deck: &[Station], at: Station| {
            if deck.contains(&at) { Ok(()) } else { Err(wrong(format!("{at} is not on a start card"))) }
        };
        let (hunters, fugitives) = match rules.edition().start {
            Start::Pile => (&cards.common, &cards.common),
            _ => (&cards.hunters, &cards.fugitive),
        };
        if matches!(rules.edition().start, Start::Chosen { .. } | Start::Placed)
            && !self.deal.hunters.is_empty()
        {
            return Err(wrong("in this edition detectives choose their start stations".into()));
        }
        if !rules.has_case() && (self.deal.tile != Dealt::Nothing || self.deal.crimes != Dealt::Nothing)
        {
            return Err(wrong("this edition has no crimes, and no tile is kept".into()));
        }
        for &(hunter, at) in &self.deal.hunters {
            deck(hunters, at)?;
            let places = &mut setup.state.hunters;
            let place = places.iter_mut().find(|place| place.hunter == hunter);
            place.ok_or_else(|| wrong(format!("{hunter} is not in this game")))?.station = Some(at);
        }
        let first_tiles: Vec<Station> = cards.tiles.iter().map(|tile| tile.0).collect();
        if let Dealt::Open(at) = self.deal.fugitive {
            match rules.edition().start {
                Start::Pile | Start::Cards => deck(fugitives, at)?,
                Start::Tiles { either: false } => deck(&first_tiles, at)?,
                Start::Chosen { fugitive, .. } if at == fugitive => {}
                Start::Chosen { .. } | Start::Placed | Start::Tiles { either: true } => {
                    return Err(wrong(format!("the fugitive is not dealt {at} in this edition")));
                }
            }
            setup.secret.at = Some(at);
        }
        if let Dealt::Open(first) = self.deal.tile {
            deck(&first_tiles, first)?;
            setup.secret.tile = cards.tiles.iter().find(|tile| tile.0 == first).copied();
        }
        let crimes = self.deal.crimes.clone().open().unwrap_or_default();
        setup.secret.crimes = crimes.into_iter().map(|station| (station, false)).collect();
        Ok(setup)
    }

    /// Plays these items from the deal of the record on.
    pub(super) fn replay_items(
        &self,
        rules: &Arc<Rules>,
        items: &[RecordedItem],
    ) -> Result<Game, RecordError> {
        replay_whole(rules, self.setup(rules)?, &Seeds::UNKNOWN, items)
    }

    fn replay_public(&self, rules: &Arc<Rules>, setup: &Setup) -> Result<HunterView, RecordError> {
        let set_up = PublicEvent::SetUp { state: setup.state.clone() };
        let mut view = HunterView::fold(rules, [&set_up])
            .map_err(|error| RecordError::new(Place::Nowhere, format!("deal: {error}")))?;
        for step in &self.items {
            step.check_round(round_of(view.public()))?;
            let event = step.public_event(&view)?;
            view.apply(&event).map_err(|error| RecordError::new(step.place, error.to_string()))?;
        }
        Ok(view)
    }
}

fn replay_whole(
    rules: &Arc<Rules>,
    setup: Setup,
    seeds: &Seeds,
    items: &[RecordedItem],
) -> Result<Game, RecordError> {
    let wrong = |error: crate::SetupErrors| RecordError::new(Place::Nowhere, format!("deal: {error}"));
    let mut game = Game::new(Arc::clone(rules), setup).map_err(wrong)?;
    if let Some(seed) = seeds.of_deal()
        && seed.deal(rules) != *game.setup()
    {
        let reason = "the deal is not the one that the numbers give";
        return Err(RecordError::new(Place::Nowhere, reason));
    }
    let (mut announced, mut drawn) = (0, 0);
    for step in items {
        let refuse = |reason: String| RecordError::new(step.place, reason);
        let known = game.events().len();
        match step.item {
            Item::Opened { slot, at } => {
                let opened = PublicEvent::Opened { slot, at };
                let recent = &game.events()[announced..];
                if !recent.iter().any(|event| *event.for_hunters() == opened) {
                    return Err(refuse(format!("slot {slot} is not opened at {at} here")));
                }
                continue;
            }
            Item::Play(play) => {
                step.check_round(round_of(game.position().public()))?;
                if let Play::Draw(draw) = play {
                    let draws = game.position().draws(rules);
                    let seed = seeds.after(game.plays().len());
                    let wanted = seed.filter(|_| !draws.is_empty());
                    if wanted.is_some_and(|seed| seed.draw(drawn, &draws) != draw) {
                        return Err(refuse("the draw is not the one that the numbers give".into()));
                    }
                    drawn += 1;
                }
                game.play(play).map_err(|illegal| refuse(illegal.to_string()))?;
            }
            Item::Asked(token, answer) => {
                step.check_round(round_of(game.position().public()))?;
                game.play(Action::Token(token).into()).map_err(|illegal| refuse(illegal.to_string()))?;
                if *game.events()[known].for_hunters() != (PublicEvent::Asked { token, answer }) {
                    return Err(refuse(format!("the true answer to '{token}' is another")));
                }
            }
            Item::Veiled(_) | Item::VeiledStart => {
                return Err(refuse("a whole record has no secret stations".into()));
            }
        }
        announced = known;
    }
    Ok(game)
}

impl RecordedItem {
    fn check_round(&self, round: u8) -> Result<(), RecordError> {
        if self.round == round {
            return Ok(());
        }
        let reason = format!("this is played in round {round}, not in round {}", self.round);
        Err(RecordError::new(self.place, reason))
    }

    /// What everybody saw of the step, as far as a public record tells.
    fn public_event(&self, view: &HunterView) -> Result<PublicEvent, RecordError> {
        let public = view.public();
        let refuse = |reason: &str| Err(RecordError::new(self.place, reason));
        let slot = public.filled() + 1;
        Ok(match self.item {
            Item::Opened { slot, at } => PublicEvent::Opened { slot, at },
            Item::Asked(token, answer) => PublicEvent::Asked { token, answer },
            Item::VeiledStart => PublicEvent::Started { at: None },
            Item::Veiled(veiled) => PublicEvent::Moved(Moved {
                slot,
                ticket: veiled.ticket,
                balloon: false,
                leg: public.next_leg(veiled.double),
                at: None,
                crime: veiled.crime,
                ability: veiled.ability,
                show: false,
            }),
            Item::Play(Play::Draw(Draw::Ticket { at })) => PublicEvent::Started { at: Some(at) },
            Item::Play(Play::Draw(Draw::Tile { first })) => {
                let tiles = &view.rules().board().cards().tiles;
                let Some(&(first, second)) = tiles.iter().find(|tile| tile.0 == first) else {
                    return refuse("there is no such tile");
                };
                PublicEvent::TileTurned { first, second }
            }
            Item::Play(Play::Action(action)) => match action {
                Action::Place { hunter, at } => PublicEvent::Placed { hunter, at },
                Action::Move(Move { ticket, to, double, crime, ability, show }) => {
                    let leg = public.next_leg(double);
                    let at = Some(to);
                    PublicEvent::Moved(Moved {
                        slot,
                        ticket,
                        balloon: false,
                        leg,
                        at,
                        crime,
                        ability,
                        show,
                    })
                }
                Action::Land(landing) => PublicEvent::Moved(Moved {
                    slot,
                    ticket: None,
                    balloon: true,
                    leg: public.leg(),
                    at: Some(landing.at),
                    crime: landing.crime,
                    ability: landing.ability,
                    show: false,
                }),
                Action::Balloon { double } => PublicEvent::Ballooned { leg: public.next_leg(double) },
                Action::Take { from, ticket } => PublicEvent::Taken { from, ticket },
                Action::Hunt { hunter, ticket, to } => {
                    PublicEvent::Hunted { hunter, ticket, to, captured: false }
                }
                Action::EndTurn => PublicEvent::TurnEnded,
                Action::Start { .. } => return refuse("a start station is secret in a public record"),
                Action::Token(_) => return refuse("a token needs its answer"),
                Action::Concede { .. } => return refuse("a game that is over has a whole record"),
            },
        })
    }
}
