//! How a table looks at one moment, to one audience.

use fogbound_rules::{
    Action, Asked, Digest, Ending, Hunter, HunterView, LogSlot, Outcome, Side, State, Station, Stuck,
    Turn,
};
use serde::Serialize;

use super::{About, Audience, ShuffleFace};
use crate::access::{Access, SeatRequest};
use crate::id::TableId;
use crate::seat::{GuestNumber, Occupant, Seat};
use crate::settings::{Assist, Settings, is_false};
use crate::table::{GameProofs, Stage, Table, TableGame};
use crate::team::{TeamMark, TeamPlan};
use crate::{Moment, Version, leak};

/// How a table looks. Whatever a client shows is in here; events tell how it came about.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = OwnFace), bound = ""))]
pub struct Scene<P: SecretPart> {
    /// Which table.
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub table: TableId,
    /// After how many entries.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub version: Version,
    /// Who looks.
    pub audience: Audience,
    /// How far it has come.
    pub stage: Stage,
    /// What was agreed.
    pub settings: Settings,
    /// What follows from that.
    pub about: About,
    /// Who made it.
    pub host: GuestNumber,
    /// Who may come, and how.
    pub access: Access,
    /// Who asks for which seat.
    pub seat_requests: Vec<SeatRequest>,
    /// The people who ever did something here.
    pub guests: Vec<GuestFace>,
    /// The seats, the fugitive's first.
    pub seats: Vec<SeatFace>,
    /// Who may move which hunter.
    pub movers: Vec<MoversFace>,
    /// What the game is shuffled from, once that is decided.
    pub shuffle: Option<ShuffleFace>,
    /// The game, once it has begun.
    #[cfg_attr(feature = "typescript", ts(as = "Option<GameFace<OwnFace>>"))]
    pub game: Option<GameFace<P>>,
    /// The score of the games in a row.
    pub series: Option<SeriesFace>,
}

/// A person at a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GuestFace {
    /// Which.
    pub guest: GuestNumber,
    /// The name.
    pub name: String,
    /// Whether the host has silenced the person.
    pub muted: bool,
    /// Whether the host has sent the person away.
    pub banned: bool,
    /// Whether the person is ready to begin.
    pub ready: bool,
    /// What the person has promised for the shuffle of the next game: the SHA-256 of a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "string"))]
    pub commitment: Option<Digest>,
}

/// A seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeatFace {
    /// Which.
    pub seat: Seat,
    /// Who is on it.
    pub occupant: Occupant,
}

/// Who may move a hunter.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoversFace {
    /// Which.
    pub hunter: Hunter,
    /// The people who may.
    pub guests: Vec<GuestNumber>,
}

/// The game of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = OwnFace), bound = ""))]
pub struct GameFace<P: SecretPart> {
    /// The number of the game at this table.
    pub number: u16,
    /// What everybody knows of the position.
    pub state: State,
    /// The travel log.
    pub log: Vec<LogSlot>,
    /// The tokens spent so far, each with its answer.
    pub asked: Vec<Asked>,
    /// The fugitive's points so far, in editions that count them.
    pub score: Option<i16>,
    /// Who decides next.
    pub turn: Turn,
    /// The seats of whose decision everybody waits.
    pub due: Vec<Seat>,
    /// What this audience's side may decide now.
    #[cfg_attr(feature = "typescript", ts(as = "Vec<Action>"))]
    pub actions: P::Actions,
    /// The hunters that cannot move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<StuckFace>>"))]
    pub stuck: Vec<StuckFace>,
    /// The hunters' moves after which the piece has no ticket for any line of its station: their places
    /// in the list of actions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u16>>"))]
    pub strands: Vec<u16>,
    /// What only the fugitive's side knows.
    #[serde(skip_serializing_if = "SecretPart::is_absent")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<OwnFace>"))]
    pub own: P,
    /// What the hunters can conclude, if help is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub assist: Option<AssistFace>,
    /// How long the people who are to decide still have, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub time_left: Option<u64>,
    /// Which side may ask for its last move back.
    pub undoable: Option<Side>,
    /// Who has asked for it.
    pub undo_asked_by: Option<GuestNumber>,
    /// The hunters who want to give up; only hunters see it.
    pub yielded: Vec<GuestNumber>,
    /// The marks of the team; only hunters see them.
    pub marks: Vec<TeamMark>,
    /// The moves that the team plans; only hunters see them.
    pub plans: Vec<TeamPlan>,
    /// How many of its steps were played elsewhere, before it came to this table, and have proofs of there only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
    pub brought: Option<usize>,
    /// How many hints were taken, by whom.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<HintsFace>>"))]
    pub hints: Vec<HintsFace>,
    /// Whether hints may be taken although others play: all who play agreed on that before the game.
    #[serde(skip_serializing_if = "is_false")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub hints_agreed: bool,
    /// The end, with all that was secret.
    pub ending: Option<Ending>,
    /// Who has won, once the game is over and where it is won or lost.
    pub winner: Option<Side>,
    /// The opened seals, once a game is over that began when there was no chain: `PLAYS SALT HASH` each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub proofs: Vec<String>,
}

/// How many hints somebody took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HintsFace {
    /// Who.
    pub guest: GuestNumber,
    /// How many.
    pub count: u16,
}

/// A hunter that cannot move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StuckFace {
    /// Which.
    pub hunter: Hunter,
    /// Why.
    pub why: Stuck,
}

/// What a scene holds of his secret: all of it for his own side, and nothing for everybody else. It
/// decides with it whose decisions a scene can list.
pub trait SecretPart: Serialize {
    /// The decisions that this audience may look at.
    type Actions: Serialize + Clone + PartialEq + std::fmt::Debug;

    /// Whether there is nothing to tell.
    fn is_absent(&self) -> bool;
}

/// Nothing of the secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NoSecret;

impl SecretPart for NoSecret {
    type Actions = HunterActions;

    fn is_absent(&self) -> bool {
        true
    }
}

impl SecretPart for OwnFace {
    type Actions = Vec<Action>;

    fn is_absent(&self) -> bool {
        false
    }
}

/// What the hunters may decide: made from their view alone, as what the fugitive may decide tells
/// where he is.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct HunterActions(Vec<Action>);

impl HunterActions {
    fn of(view: &HunterView) -> HunterActions {
        HunterActions(view.actions())
    }

    /// The places of the moves that leave their piece no way on.
    fn strands(&self, view: &HunterView) -> Vec<u16> {
        let strands = |action: &Action| match *action {
            Action::Hunt { hunter, ticket, to } => {
                view.public().strands(view.rules(), hunter, ticket, to)
            }
            _ => false,
        };
        (0..).zip(&self.0).filter(|(_, action)| strands(action)).map(|(place, _)| place).collect()
    }

    #[cfg(feature = "planted-leaks")]
    pub(crate) fn leaky(&mut self) -> &mut Vec<Action> {
        &mut self.0
    }
}

/// What only the fugitive's side knows.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OwnFace {
    /// Where he is.
    pub at: Option<Station>,
    /// Where he started.
    pub start: Option<Station>,
    /// The station of each slot.
    pub route: Vec<Station>,
    /// His start tile (Holmes).
    pub tile: Option<(Station, Station)>,
    /// His crime tiles, and whether each was played (Holmes).
    pub crimes: Vec<(Station, bool)>,
    /// The stations that hunters could enter by one move.
    pub threatened: Vec<Station>,
}

/// Where he can be, for all the hunters know.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AssistFace {
    /// The stations.
    pub possible: Vec<Station>,
    /// How likely each is, in thousandths; left out if only the set is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub weights: Option<Vec<u16>>,
}

/// The score of several games of the same people.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeriesFace {
    /// Who plays, in the order of the seats in the first game.
    pub players: Vec<Occupant>,
    /// The points of each.
    pub points: Vec<i32>,
    /// The finished games: who was the fugitive, how it ended, the points.
    pub games: Vec<SeriesGameFace>,
    /// How many games there are in all, if that is fixed.
    pub length: Option<u8>,
    /// Who has won, once all are played: places in the list of players.
    #[cfg_attr(feature = "typescript", ts(type = "Array<number>"))]
    pub winners: Vec<usize>,
}

/// A finished game of a series.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SeriesGameFace {
    /// The fugitive's place in the list of players.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub fugitive: usize,
    /// How it ended.
    pub outcome: Outcome,
    /// Who has won, where games are won or lost.
    pub winner: Option<Side>,
    /// The fugitive's points, in editions that count them.
    pub score: Option<i16>,
}

/// A scene for whoever it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant)]
pub enum AudienceScene {
    /// For the fugitive's side.
    Fugitive(Scene<OwnFace>),
    /// For everybody else.
    Public(Scene<NoSecret>),
}

impl Table {
    /// How the table looks to an audience.
    pub fn scene(&self, audience: Audience, now: Moment) -> AudienceScene {
        match audience {
            Audience::Fugitive => AudienceScene::Fugitive(self.scene_for_fugitive(now)),
            Audience::Hunters | Audience::Spectator => {
                AudienceScene::Public(self.scene_for_public(audience, now))
            }
        }
    }

    pub(super) fn scene_for_fugitive(&self, now: Moment) -> Scene<OwnFace> {
        let mut scene = self.scene_with(Audience::Fugitive, now, |game| {
            let actions = if self.is_playing() { game.fugitive.actions() } else { vec![] };
            self.game_face(game, now, own_face(game), actions)
        });
        leak::own_scene(self, &mut scene);
        scene
    }

    pub(super) fn scene_for_public(&self, audience: Audience, now: Moment) -> Scene<NoSecret> {
        let mut scene = self.scene_with(audience, now, |game| {
            let hunts = self.is_playing() && audience == Audience::Hunters;
            let actions =
                if hunts { HunterActions::of(&game.hunters) } else { HunterActions::default() };
            let strands = actions.strands(&game.hunters);
            let mut face = self.game_face(game, now, NoSecret, actions);
            face.strands = strands;
            if audience == Audience::Hunters {
                face.yielded = game.yielded.clone();
                face.marks = game.team.marks.clone();
                face.plans = game.team.plans.clone();
            }
            face
        });
        leak::scene(self, &mut scene);
        scene
    }

    fn scene_with<P: SecretPart>(
        &self,
        audience: Audience,
        now: Moment,
        game: impl FnOnce(&TableGame) -> GameFace<P>,
    ) -> Scene<P> {
        let guests = self.guests().map(|(guest, face)| GuestFace {
            guest,
            name: face.name.clone(),
            muted: face.muted,
            banned: face.banned,
            ready: face.ready,
            commitment: face.commitment,
        });
        let movers = self.rules.hunters().map(|hunter| MoversFace {
            hunter,
            guests: self
                .guests()
                .map(|(guest, _)| guest)
                .filter(|&guest| self.may_move(guest, hunter))
                .collect(),
        });
        let seats = Seat::all(&self.rules).map(|seat| SeatFace { seat, occupant: self.occupant(seat) });
        Scene {
            table: self.id,
            version: self.version,
            audience,
            stage: self.stage,
            settings: self.settings.clone(),
            about: About { pool_proposed: self.proposes_pool(), ..About::of(&self.rules) },
            host: self.host(),
            access: self.access,
            seat_requests: self.seat_requests.clone(),
            guests: guests.collect(),
            seats: seats.collect(),
            movers: movers.collect(),
            shuffle: self.shuffle_face(now),
            game: self.game.as_ref().map(game),
            series: self.series_face(),
        }
    }

    /// From the hunters' view, but for what is handed in.
    fn game_face<P: SecretPart>(
        &self,
        game: &TableGame,
        now: Moment,
        own: P,
        actions: P::Actions,
    ) -> GameFace<P> {
        let hunters = &game.hunters;
        let public = hunters.public();
        let over = hunters.ending().is_some();
        let stuck = self.rules.hunters().filter(|_| !over);
        let stuck = stuck
            .filter_map(|hunter| public.stuck(&self.rules, hunter).map(|why| StuckFace { hunter, why }));
        GameFace {
            number: self.games,
            state: public.state(&self.rules),
            log: hunters.log().to_vec(),
            asked: hunters.asked(),
            score: public.score(&self.rules),
            turn: public.turn(),
            due: self.due(),
            actions,
            stuck: stuck.collect(),
            strands: vec![],
            own,
            assist: if over { None } else { self.assist(game) },
            time_left: self.deadline().map(|deadline| now.until(deadline).as_millis() as u64),
            undoable: game.undoable.filter(|_| self.is_playing()),
            undo_asked_by: game.undo,
            yielded: vec![],
            marks: vec![],
            plans: vec![],
            brought: game.brought,
            hints: game.hints.iter().map(|(&guest, &count)| HintsFace { guest, count }).collect(),
            hints_agreed: self.hints_are_agreed(),
            ending: hunters.ending().cloned(),
            winner: hunters.ending().and_then(|ending| self.winner(ending.outcome)),
            proofs: match &game.proofs {
                GameProofs::Seals(seals) if over => seals.iter().map(ToString::to_string).collect(),
                GameProofs::Seals(_) | GameProofs::Chain(_) => vec![],
            },
        }
    }

    /// From the hunters' view alone, whoever looks.
    fn assist(&self, game: &TableGame) -> Option<AssistFace> {
        if self.settings.assist == Assist::Off {
            return None;
        }
        Some(game.with_odds(|odds| {
            let possible: Vec<Station> = odds.belief().possible().iter().collect();
            let weight = |&at: &Station| (odds.weight(at) * 1000.0).round() as u16;
            let weights = possible.iter().map(weight).collect();
            AssistFace {
                possible,
                weights: (self.settings.assist == Assist::Weighted).then_some(weights),
            }
        }))
    }

    fn winner(&self, outcome: Outcome) -> Option<Side> {
        (!self.rules.is_scored()).then(|| outcome.winner())
    }

    fn series_face(&self) -> Option<SeriesFace> {
        let series = self.series.as_ref()?;
        let games = series.games.games().iter().map(|game| SeriesGameFace {
            fugitive: usize::from(game.fugitive.number()) - 1,
            outcome: game.outcome,
            winner: self.winner(game.outcome),
            score: game.score,
        });
        Some(SeriesFace {
            players: series.players.clone(),
            points: series.points(),
            games: games.collect(),
            length: series.games.length(),
            winners: series.winners(),
        })
    }
}

fn own_face(game: &TableGame) -> OwnFace {
    let view = &game.fugitive;
    let position = view.position();
    OwnFace {
        at: position.fugitive(),
        start: view.start(),
        route: view.route().to_vec(),
        tile: position.secret().tile(view.rules()),
        crimes: position.secret().crimes().collect(),
        threatened: position.public().threatened(view.rules()).iter().collect(),
    }
}
