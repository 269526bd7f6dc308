//! What a session prints, and when.

use fogbound_rules::{Phase, Side};

use super::curtain::CLEAR;
use super::layout::prose;
use super::session::{Next, Session};
use super::side_view::SideView;
use super::{deduction, offers, screen};

impl Session {
    /// The words that begin a game.
    pub(crate) fn opening(&self) -> String {
        screen::opening(&self.hunters, &self.words) + &self.players()
    }

    /// Who plays.
    fn players(&self) -> String {
        prose(&format!("{}.", self.seats.words(&self.words.fugitive)))
    }

    /// The words that end it.
    pub(crate) fn ending(&self) -> String {
        let clear = if self.seats.is_shared() { CLEAR } else { "" };
        let side_view = SideView::Hunters(&self.hunters);
        format!(
            "{clear}{}{}{}",
            screen::screen(side_view, &self.words),
            screen::ending(&self.hunters, &self.words),
            self.players()
        )
    }

    /// The state as whoever looks may see it.
    pub(super) fn state(&self) -> String {
        let side_view = self.side_view();
        let mut text = screen::screen(side_view, &self.words);
        let deduced = deduction::line(side_view.hunters(), side_view.fugitive().is_some(), &self.words);
        text.push_str(&deduced.unwrap_or_default());
        text
    }

    /// What the people who are to decide may play.
    pub(super) fn offers(&self) -> String {
        let title = self.words.colours.strong("You may play");
        format!("{title}\n{}", offers::offers(&self.legal(), self.side_view(), &self.words))
    }

    /// Whether bots are watched, and a round begins.
    pub(crate) fn is_round_watched(&self) -> bool {
        self.seats.is_watched() && self.game.position().public().phase() == Phase::Fugitive
    }

    /// What is printed before a line is read.
    pub(crate) fn text_before_prompt(&mut self) -> String {
        let public = *self.game.position().public();
        if self.next() == Next::Curtain {
            return self.text_at_curtain();
        }
        let mut text = String::new();
        let now = Some((public.round(), public.turn(), public.phase() == Phase::Placing));
        if self.printed != now {
            self.printed = now;
            self.offered = None;
            text.push_str(&self.state());
        }
        if self.offered != Some(self.plays()) {
            self.offered = Some(self.plays());
            text.push_str(&self.offers());
        }
        text
    }

    /// What stands before the cursor.
    pub(crate) fn prompt(&self) -> String {
        match self.next() {
            Next::Person(Side::Fugitive) => format!("{}> ", self.words.fugitive),
            Next::Person(Side::Hunters) => "hunters> ".into(),
            Next::Curtain => "curtain> ".into(),
            _ => String::new(),
        }
    }
}
