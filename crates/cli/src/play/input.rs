//! What a typed line does: it answers a question, is a command or a move.

use std::path::PathBuf;

use fogbound_rules::{Action, Turn};

use super::layout::prose;
use super::seats::bot_words;
use super::session::{Next, Session};
use super::typed_move::{Misread, TypedMove};
use super::{commands, rejection};

/// What the next line may answer.
pub(super) enum Question {
    Nothing,
    Concession,
    Which(TypedMove, Vec<Action>),
}

/// What a line asks of the loop that reads and prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Nothing,
    /// To save, into that file or the one that is written after every move.
    Save(Option<PathBuf>),
    /// To stop.
    Quit,
}

impl Session {
    /// Takes a line of whoever types.
    pub(crate) fn line(&mut self, line: &str) -> (String, Effect) {
        let line = line.trim();
        if self.next() == Next::Curtain {
            return self.line_at_curtain(line);
        }
        match std::mem::replace(&mut self.pending, Question::Nothing) {
            Question::Concession => return (self.answer_concession(line), Effect::Nothing),
            Question::Which(before, actions) => {
                let fitting = self.read(line).map(|typed| {
                    let typed = typed.after(before);
                    let fits = |action: &Action| typed.fits(*action, self.side_view());
                    actions.into_iter().filter(fits).collect::<Vec<_>>()
                });
                if let Ok([only]) = fitting.as_deref() {
                    return (self.decide(*only), Effect::Nothing);
                }
            }
            Question::Nothing => {}
        }
        if let Some(command) = commands::Command::read(line) {
            return commands::run(self, command);
        }
        (self.play_typed(line), Effect::Nothing)
    }

    fn read(&self, line: &str) -> Result<TypedMove, Misread> {
        let hunters = self.game.turn() == Turn::Hunters;
        TypedMove::read(line, hunters, self.game.rules().board())
    }

    fn play_typed(&mut self, line: &str) -> String {
        let rules = self.game.rules();
        let typed = match self.read(line) {
            Ok(typed) => typed,
            Err(misread) => return prose(&rejection::misread(&misread, rules, &commands::NAMES)),
        };
        if let Some(text) = self.moved_by_bot(&typed) {
            return text;
        }
        let (legal, side_view) = (self.legal(), self.side_view());
        let fitting = typed.fitting(&legal, side_view);
        match fitting[..] {
            [only] if typed.spends_unnamed_black(only) => {
                let text = prose(&rejection::only_black(only, &self.words));
                self.pending = Question::Which(typed, fitting);
                text
            }
            [only] => self.decide(only),
            [] => {
                let check = |action| self.game.position().check(rules, action);
                prose(&rejection::nothing_fits(&typed, &legal, side_view, check, &self.words))
            }
            _ => {
                let text = prose(&rejection::several_fit(&fitting, &self.words));
                self.pending = Question::Which(typed, fitting);
                text
            }
        }
    }

    /// What is said if a line is for a piece that a bot moves.
    fn moved_by_bot(&self, typed: &TypedMove) -> Option<String> {
        let (pieces, bot) = self.seats.bot(self.game.rules())?;
        let hunter = typed.hunter.filter(|&hunter| pieces.contains(hunter))?;
        let is_in = self.game.rules().hunters().any(|known| known == hunter);
        is_in.then(|| format!("{hunter} is moved by {}.\n", bot_words(bot)))
    }

    fn decide(&mut self, action: Action) -> String {
        self.play(action.into()).unwrap_or_else(|reason| format!("{reason}\n"))
    }

    /// Asks whether it is meant.
    pub(super) fn concede(&mut self) -> String {
        self.pending = Question::Concession;
        "Do you give the game up? Write 'yes', or anything else to play on.\n".into()
    }

    fn answer_concession(&mut self, line: &str) -> String {
        let Next::Person(side) = self.next() else { return String::new() };
        match line.to_lowercase().as_str() {
            "yes" | "y" => self.decide(Action::Concede { side }),
            _ => "The game goes on.\n".into(),
        }
    }
}
