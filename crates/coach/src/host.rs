//! Who answers the calls of a page.

use fogbound_rules::Library;

use crate::INTERFACE;
use crate::call::{Answer, Call, Refused};
use crate::lesson::{self, Lesson};
use crate::puzzle_box::PuzzleBox;

/// What a page has asked about: one review at a time, and one set of puzzles.
#[derive(Default)]
pub struct Host {
    library: Library,
    lesson: Option<Lesson>,
    puzzles: PuzzleBox,
}

impl Host {
    /// Carries out a call that is written as JSON; the answer as JSON.
    pub fn call_bytes(&mut self, question: &[u8]) -> Vec<u8> {
        let text = str::from_utf8(question).map_err(|_| Refused::bad("a call is text"));
        let answer = match text.and_then(Call::parse) {
            Ok(call) => self.call(call),
            Err(refused) => Answer { refused: Some(refused), ..Answer::default() },
        };
        serde_json::to_vec(&answer).expect("made of words and numbers")
    }

    /// Carries out a call.
    pub fn call(&mut self, call: Call) -> Answer {
        let refuse = |refused| Answer { refused: Some(refused), ..Answer::default() };
        self.carry_out(call).unwrap_or_else(refuse)
    }

    fn carry_out(&mut self, call: Call) -> Result<Answer, Refused> {
        let Host { library, lesson, puzzles } = self;
        match call {
            Call::Begin => Ok(Answer { interface: Some(INTERFACE), ..Answer::default() }),
            Call::Review { record, nodes, seed } => {
                let begun = Lesson::begin(&record, library, nodes, seed)?;
                let answer = Answer { progress: Some(begun.progress()), ..begun.moments() };
                *lesson = Some(begun);
                Ok(answer)
            }
            Call::Step => {
                let lesson = begun(lesson)?;
                lesson.step();
                Ok(Answer { progress: Some(lesson.progress()), ..Answer::default() })
            }
            Call::Report => Ok(begun(lesson)?.report()),
            Call::Choices { play } => begun(lesson)?.choices(play),
            Call::Try { play, action } => begun(lesson)?.try_instead(play, action),
            Call::Branch { record, play } => lesson::branch(&record, library, play),
            Call::Combine { record, branch } => lesson::combine(&record, &branch, library),
            Call::Hint { record, events, pieces, nodes } => {
                lesson::hint(&record, library, events.as_deref(), &pieces, nodes)
            }
            Call::Puzzles { text } => {
                *puzzles = PuzzleBox::read(&text)?;
                Ok(puzzles.list())
            }
            Call::Day { day } => puzzles.of_day(day),
            Call::Puzzle { id } => puzzles.shown(&id, library),
            Call::Answer { id, text } => puzzles.answer(&id, &text, library),
            Call::Line { id, actions } => puzzles.line(&id, &actions, library),
            Call::Solution { id } => puzzles.solution(&id, library),
            Call::Rate { id, rating, puzzle, solved } => {
                puzzles.rate(&id, &rating, puzzle.as_deref(), solved, library)
            }
        }
    }
}

fn begun(lesson: &mut Option<Lesson>) -> Result<&mut Lesson, Refused> {
    lesson.as_mut().ok_or_else(|| Refused::not_now("no game is being reviewed"))
}
