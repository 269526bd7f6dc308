//! What the fugitive's player knows.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{HunterView, Impossible, impossible};
use crate::{
    Action, FugitiveEvent, Position, PrivateEvent, PublicEvent, Rules, Secret, SecretSetup, Station,
    Turn,
};

/// What the fugitive's player knows: what the hunters know, and his secret.
#[derive(Clone, PartialEq)]
pub struct FugitiveView {
    hunters: HunterView,
    secret: Secret,
    start: Option<Station>,
    route: Vec<Station>,
    /// What only his side saw of each event of the hunters' view.
    private: Vec<Option<PrivateEvent>>,
}

impl FugitiveView {
    /// The fold of the events that his side saw.
    pub fn fold(
        rules: &Arc<Rules>,
        events: impl IntoIterator<Item = FugitiveEvent>,
    ) -> Result<FugitiveView, Impossible> {
        let mut events = events.into_iter();
        let Some(FugitiveEvent { public, private: Some(dealt) }) = events.next() else {
            return impossible("a game begins with its set-up");
        };
        let PrivateEvent::Dealt { at, before, tile, crimes } = dealt.clone() else {
            return impossible("a game begins with its set-up");
        };
        let hunters = HunterView::fold(rules, [&public])?;
        let secret = SecretSetup { at, before, tile, crimes };
        let position = hunters.assume(secret).map_err(|errors| Impossible(errors.to_string()))?;
        let (secret, private) = (position.secret, vec![Some(dealt)]);
        let mut view = FugitiveView { hunters, secret, start: at, route: vec![], private };
        events.try_for_each(|event| view.apply(&event))?;
        Ok(view)
    }

    /// Adds what happened next; if that is impossible, the view stays as it was.
    pub fn apply(&mut self, event: &FugitiveEvent) -> Result<(), Impossible> {
        self.hunters.apply(&event.public)?;
        self.private.push(event.private.clone());
        if let Some(PrivateEvent::At(at)) = event.private {
            if let PublicEvent::Moved(moved) = &event.public {
                self.secret.step(at, moved.crime);
                self.route.push(at);
            } else {
                self.secret.at = at.number();
                self.start = Some(at);
            }
        }
        Ok(())
    }

    /// What the hunters know.
    pub fn hunters(&self) -> &HunterView {
        &self.hunters
    }

    /// What his side saw, from the given event on; the first has number 0.
    pub fn events_from(&self, first: usize) -> impl Iterator<Item = FugitiveEvent> {
        let events = self.hunters.events().iter().zip(&self.private).skip(first);
        events
            .map(|(public, private)| FugitiveEvent { public: public.clone(), private: private.clone() })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        self.hunters.rules()
    }

    /// The position. The fugitive's player knows it all; only the order of piles is open.
    pub fn position(&self) -> Position {
        Position { public: *self.hunters.public(), secret: self.secret }
    }

    /// Where he started.
    pub fn start(&self) -> Option<Station> {
        self.start
    }

    /// The station of each slot.
    pub fn route(&self) -> &[Station] {
        &self.route
    }

    /// Every decision that the fugitive may take, but for concessions; none if it is not his turn.
    pub fn actions(&self) -> Vec<Action> {
        match self.hunters.public().turn() {
            Turn::Fugitive => self.position().actions(self.rules()),
            _ => vec![],
        }
    }
}

#[derive(Serialize)]
struct FugitiveViewForm<'v> {
    public: &'v HunterView,
    at: Option<Station>,
    start: Option<Station>,
    route: &'v [Station],
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<(Station, Station)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    crimes: Vec<(Station, bool)>,
}

impl Serialize for FugitiveView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        FugitiveViewForm {
            public: &self.hunters,
            at: self.secret.station(),
            start: self.start,
            route: &self.route,
            tile: self.secret.tile(self.rules()),
            crimes: self.secret.crimes().collect(),
        }
        .serialize(serializer)
    }
}

/// Without the secret: what is printed may end in a log.
impl fmt::Debug for FugitiveView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FugitiveView").field("hunters", &self.hunters).finish_non_exhaustive()
    }
}
