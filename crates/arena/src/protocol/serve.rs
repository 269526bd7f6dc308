//! The bot's end of the protocol, for the bots that come with the program.

use std::io::{BufRead, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use fogbound_rules::{Action, FugitiveEvent, FugitiveView, HunterView, PublicEvent, Rules, Side, Turn};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::cores::{fugitive_on, hunters_on};

use super::{BudgetForm, Heard, NewGame, PROTOCOL_VERSION, line, read_line};
use fogbound_engine::{BotSpec, Budget, Effort, FugitiveBot, HunterBot, Info, Pieces, Thinking};

/// The longest line that a bot of ours reads.
const MOST_BYTES: usize = 1 << 20;
/// How many times it tells how it goes, at most, in one decision.
const MOST_REPORTS: usize = 100;

/// Speaks for a bot, which thinks on so many cores, until there is nothing more to hear. `rules` makes the rules of a
/// new game. A line that makes no sense is answered with `error` and a reason, and changes nothing.
pub fn serve(
    spec: BotSpec,
    cores: NonZeroUsize,
    rules: impl Fn(&NewGame) -> Result<Arc<Rules>, String>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> std::io::Result<()> {
    let mut speaker = Speaker { spec, cores, seat: None };
    loop {
        let answer = match read_line(&mut input, MOST_BYTES) {
            Heard::Closed => return Ok(()),
            Heard::TooLong => Err(format!("a line is longer than {MOST_BYTES} bytes")),
            Heard::NotText => Err("this is no text: lines are UTF-8".into()),
            Heard::Line(text) if text.trim() == "quit" => return Ok(()),
            Heard::Line(text) => speaker.hear(&text, &rules, &mut output),
        };
        match answer {
            Ok(answer) => output.write_all(answer.as_bytes())?,
            Err(reason) => writeln!(output, "error {}", reason.replace(['\n', '\r'], " "))?,
        }
        output.flush()?;
    }
}

struct Speaker {
    spec: BotSpec,
    cores: NonZeroUsize,
    seat: Option<Seat>,
}

/// A bot in a game, with what it knows.
enum Seat {
    Fugitive { rules: Arc<Rules>, bot: Box<dyn FugitiveBot>, view: Option<FugitiveView> },
    Hunters { rules: Arc<Rules>, bot: Box<dyn HunterBot>, pieces: Pieces, view: Option<HunterView> },
}

#[derive(Deserialize)]
struct GoHeard {
    budget: BudgetForm,
}

fn read<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

impl Speaker {
    /// The answer to a line, which may be empty.
    fn hear(
        &mut self,
        text: &str,
        rules: &impl Fn(&NewGame) -> Result<Arc<Rules>, String>,
        output: &mut impl Write,
    ) -> Result<String, String> {
        let text = text.trim();
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match word {
            "" => Ok(String::new()),
            "fogbound" => self.greet(rest),
            "setoption" => self.set_option(rest),
            "newgame" => {
                self.seat = Some(self.take_seat(read(rest)?, rules)?);
                Ok(String::new())
            }
            "event" => {
                let seat = self.seat.as_mut().ok_or("there is no game: send newgame first")?;
                seat.see(rest).map(|()| String::new())
            }
            "go" => {
                let budget = match self.spec.effort {
                    Some(_) => self.spec.budget(),
                    None => read::<GoHeard>(rest)?.budget.into(),
                };
                let seat = self.seat.as_mut().ok_or("there is no game: send newgame first")?;
                seat.decide(budget, output).map(|action| format!("bestaction {action}\n"))
            }
            _ => Err(format!("'{}' is no word of the protocol", word.escape_debug())),
        }
    }

    fn greet(&self, version: &str) -> Result<String, String> {
        if version.trim() != PROTOCOL_VERSION.to_string() {
            return Err(format!("this bot speaks version {PROTOCOL_VERSION} only"));
        }
        Ok(format!("id name {}\noption budget\nready\n", self.spec))
    }

    fn set_option(&mut self, text: &str) -> Result<String, String> {
        let Some(effort) = text.trim().strip_prefix("budget ") else {
            return Err("there is one option: write 'setoption budget nodes=N' or ms=N".into());
        };
        self.spec = self.spec.with(Some(effort.trim().parse::<Effort>()?))?;
        Ok(String::new())
    }

    fn take_seat(
        &self,
        game: NewGame,
        rules: &impl Fn(&NewGame) -> Result<Arc<Rules>, String>,
    ) -> Result<Seat, String> {
        let rules = rules(&game)?;
        let missing = || format!("'{}' does not play the {}", self.spec.name.name(), game.side);
        Ok(match game.side {
            Side::Fugitive => {
                let bot = fugitive_on(self.cores, self.spec, game.seed).ok_or_else(missing)?;
                Seat::Fugitive { rules, bot, view: None }
            }
            Side::Hunters => {
                let bot = hunters_on(self.cores, self.spec, game.seed).ok_or_else(missing)?;
                let pieces = game.pieces.iter().copied().collect();
                Seat::Hunters { rules, bot, pieces, view: None }
            }
        })
    }
}

impl Seat {
    fn see(&mut self, json: &str) -> Result<(), String> {
        let seen = match self {
            Seat::Fugitive { rules, view, .. } => {
                let event: FugitiveEvent = read(json)?;
                match view {
                    Some(view) => view.apply(&event),
                    None => FugitiveView::fold(rules, [event]).map(|first| *view = Some(first)),
                }
            }
            Seat::Hunters { rules, view, .. } => {
                let event: PublicEvent = read(json)?;
                match view {
                    Some(view) => view.apply(&event),
                    None => HunterView::fold(rules, [&event]).map(|first| *view = Some(first)),
                }
            }
        };
        seen.map_err(|error| error.to_string())
    }

    fn decide(&mut self, budget: Budget, output: &mut impl Write) -> Result<Action, String> {
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let mut reports = 0;
        let mut report = |info: Info| {
            reports += 1;
            if reports <= MOST_REPORTS {
                let action = info.action.to_string();
                let form =
                    serde_json::json!({"nodes": info.nodes, "action": action, "value": info.value});
                // A reader that is gone is found out with the answer.
                let _ = output.write_all(line("info", &form).as_bytes());
            }
        };
        let mut thinking = Thinking::new(budget, &clock).reporting(&mut report);
        let unseen = "nothing was seen of the game: send its events first";
        let chosen = match self {
            Seat::Fugitive { bot, view, .. } => {
                let view = view.as_ref().ok_or(unseen)?;
                due(view.hunters(), Turn::Fugitive)?;
                bot.choose(view, &mut thinking)
            }
            Seat::Hunters { bot, view, pieces, .. } => {
                let view = view.as_ref().ok_or(unseen)?;
                due(view, Turn::Hunters)?;
                bot.choose(view, *pieces, &mut thinking)
            }
        };
        chosen.map_err(|failure| failure.to_string())
    }
}

fn due(view: &HunterView, turn: Turn) -> Result<(), String> {
    match view.public().turn() == turn {
        true => Ok(()),
        false => Err("it is not this side's turn".into()),
    }
}
