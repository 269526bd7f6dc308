//! What hunters show each other on the board.

use fogbound_rules::{Hunter, Side, Station};

use crate::entry::EntryKind;
use crate::refusal::{Code, Refusal, refuse};
use crate::seat::GuestNumber;
use crate::table::TableGame;
use crate::team::Sign;
use crate::{Moment, Table, limits};

impl Table {
    pub(super) fn point(&self, guest: GuestNumber, at: Station) -> Result<Vec<EntryKind>, Refusal> {
        self.team_game(guest)?;
        self.on_board(at)?;
        Ok(vec![EntryKind::Pointed { station: at }])
    }

    pub(super) fn mark(
        &self,
        guest: GuestNumber,
        station: Station,
        sign: Option<Sign>,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        let team = &self.team_game(guest)?.team;
        self.on_board(station)?;
        if team.sign(station) == sign {
            return refuse(Code::NotNow, "the station is marked so already");
        }
        let others = || team.marks.iter().filter(|mark| mark.station != station);
        let own = others().filter(|mark| mark.guest == guest).count();
        if sign.is_some() && (others().count() >= limits::MARKS || own >= limits::MARKS_EACH) {
            return refuse(Code::Limit, "there are too many marks; take some away first");
        }
        self.may_gesture(guest, now)?;
        Ok(vec![EntryKind::Marked { station, sign }])
    }

    pub(super) fn plan(
        &self,
        guest: GuestNumber,
        hunter: Hunter,
        to: Option<Station>,
        now: Moment,
    ) -> Result<Vec<EntryKind>, Refusal> {
        let game = self.team_game(guest)?;
        let Some(index) = self.rules.hunters().position(|other| other == hunter) else {
            return refuse(Code::BadMessage, "there is no such hunter in this game");
        };
        if let Some(to) = to {
            self.on_board(to)?;
            let stands = game.hunters.public().state(&self.rules).hunters[index].station;
            if stands == Some(to) {
                return refuse(Code::NotNow, "that hunter is there already");
            }
        }
        if game.team.plan(hunter) == to {
            return refuse(Code::NotNow, "that is planned so already");
        }
        self.may_gesture(guest, now)?;
        Ok(vec![EntryKind::Planned { hunter, to }])
    }

    /// The game, for one who hunts in it.
    fn team_game(&self, guest: GuestNumber) -> Result<&TableGame, Refusal> {
        self.playing()?;
        match &self.game {
            Some(game) if self.sits_on(guest, Side::Hunters) => Ok(game),
            _ => refuse(Code::NotYours, "only hunters show each other stations"),
        }
    }

    fn on_board(&self, station: Station) -> Result<(), Refusal> {
        match self.rules.board().stations().contains(station) {
            true => Ok(()),
            false => refuse(Code::BadMessage, "there is no such station"),
        }
    }
}
