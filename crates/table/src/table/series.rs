//! Several games of the same people: rematches, and the manhunts of the compact edition.

use fogbound_rules::{Match, Outcome, Player, Side, Sides};

use super::{Stage, Table};
use crate::seat::{GuestNumber, Occupant, Seat};

/// The games of the people at a table, in a row.
pub(crate) struct Series {
    /// Who plays, in the order of the seats.
    pub(crate) players: Vec<Occupant>,
    /// Which player is on each seat.
    seats: Vec<usize>,
    pub(crate) games: Match,
}

impl Series {
    /// Everybody who plays counts once, a person with several seats too; each bot by itself.
    fn new(table: &Table) -> Option<Series> {
        let mut players: Vec<Occupant> = vec![];
        let mut seats = vec![];
        for &occupant in &table.seats {
            let guest = occupant.guest();
            let known = players.iter().position(|player| guest.is_some() && player.guest() == guest);
            seats.push(known.unwrap_or(players.len()));
            if known.is_none() {
                players.push(occupant);
            }
        }
        let games = Match::among(&table.rules, players.len()).ok()?;
        Some(Series { players, seats, games })
    }

    pub(super) fn add(&mut self, outcome: Outcome, score: Option<i16>) {
        // A match that is over was replaced by a new one before this game began.
        let _ = self.games.add(outcome, score);
    }

    /// The points of each player.
    pub(crate) fn points(&self) -> Vec<i32> {
        self.games.players().map(|player| self.games.points(player)).collect()
    }

    /// The players who have won a match of a fixed length.
    pub(crate) fn winners(&self) -> Vec<usize> {
        let winners = self.games.winners().unwrap_or_default();
        winners.iter().map(|player| place(*player)).collect()
    }
}

fn place(player: Player) -> usize {
    usize::from(player.number()) - 1
}

impl Table {
    /// A game began: it goes on with the series of the same people, or begins a new one.
    pub(super) fn join_series(&mut self) {
        if self.series.as_ref().is_none_or(|series| series.games.is_over()) {
            self.series = Series::new(self);
        }
    }

    /// Seats for the next game: the same, or the next player is the fugitive and gives his seats to
    /// the last one.
    pub(super) fn rematch(&mut self, sides: Sides) {
        self.stage = Stage::Lobby;
        self.game = None;
        for occupant in &mut self.seats {
            if let Occupant::StandIn { guest, .. } = *occupant {
                *occupant = Occupant::Guest { guest };
            }
        }
        let Some(mut series) = self.series.take() else { return };
        if series.games.is_over() {
            // A new match; who was the fugitive last goes on from there.
            if let Ok(games) = Match::among(&self.rules, series.players.len()) {
                series.games = games;
            }
        }
        series.games = series.games.with_sides(sides);
        if let Some(next) = series.games.next_fugitive().map(place) {
            let last = series.seats[0];
            if next != last {
                let from = series.seats.iter().position(|&player| player == next);
                let new = from.map_or(Occupant::Open, |from| self.seats[from]);
                let old = self.seats[0];
                for (occupant, player) in self.seats.iter_mut().zip(&mut series.seats) {
                    if *player == next {
                        (*occupant, *player) = (old, last);
                    }
                }
                (self.seats[0], series.seats[0]) = (new, next);
            }
        }
        self.series = Some(series);
    }

    /// The people of a side, each once.
    pub(crate) fn people(&self, side: Side) -> Vec<GuestNumber> {
        let seats = Seat::all(&self.rules).filter(|seat| seat.side() == side);
        let mut guests: Vec<_> = seats.filter_map(|seat| self.occupant(seat).guest()).collect();
        guests.sort_unstable();
        guests.dedup();
        guests
    }
}
