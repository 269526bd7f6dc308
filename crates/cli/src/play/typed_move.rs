//! A move as a person typed it, with words in any order, short or long.

use fogbound_rules::{Ability, Board, Hunter, Mark, Station, Ticket};

use super::words::ticket_named;

/// A decision as far as a line names it: a move, a token, the end of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct TypedMove {
    pub(crate) verb: Option<Verb>,
    pub(crate) hunter: Option<Hunter>,
    pub(crate) ticket: Option<Ticket>,
    pub(crate) station: Option<Station>,
    pub(crate) double: bool,
    pub(crate) crime: bool,
    pub(crate) ability: Option<Ability>,
    pub(crate) show: bool,
    pub(crate) symbol: Option<Mark>,
}

/// A word that says what kind of decision it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verb {
    Start,
    Land,
    Balloon,
    Take,
    Quarter,
    Symbol,
    Ban,
    Trail,
    Block,
    End,
}

/// Every word that a move may hold, for finding the one that was meant.
pub(crate) const MOVE_WORDS: [&str; 22] = [
    "taxi",
    "bus",
    "underground",
    "black",
    "double",
    "carriage",
    "omnibus",
    "metro",
    "crime",
    "low",
    "show",
    "start",
    "land",
    "balloon",
    "take",
    "quarter",
    "symbol",
    "ban",
    "trail",
    "block",
    "end",
    "ferry",
];

/// Why a line cannot be read as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Misread {
    /// A word that nobody knows.
    Unknown(String),
    /// A number that is no station here.
    NoStation(String),
    /// The same thing twice.
    Twice(String),
}

impl TypedMove {
    /// Reads a line. Where hunters move, one of two numbers is a detective.
    pub(crate) fn read(line: &str, hunters: bool, board: &Board) -> Result<TypedMove, Misread> {
        let line = line.to_lowercase().replace("lie low", "low").replace("take black", "+black");
        let line = line.replace("take double", "+double").replace("->", " ");
        let words = line.split(|c: char| c.is_whitespace() || c == ',' || c == ';' || c == ':');
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let number = |word: &str| word.parse::<usize>().ok();
        let numbers: Vec<usize> = words.iter().filter_map(|word| number(word)).collect();
        let mut typed = TypedMove::default();
        let mut detective = match numbers[..] {
            [first, second] if hunters => Hunter::detective(first).or(Hunter::detective(second)),
            _ => None,
        };
        for word in words {
            match number(word) {
                None => typed.read_word(word, hunters)?,
                Some(number) if detective.is_some_and(|hunter| hunter.number() == number) => {
                    typed.hunter = detective.take();
                }
                Some(_) => typed.read_station(word, board)?,
            }
        }
        Ok(typed)
    }

    /// An answer to "which one?": what it leaves open was said before.
    pub(crate) fn after(self, before: TypedMove) -> TypedMove {
        TypedMove {
            verb: self.verb.or(before.verb),
            hunter: self.hunter.or(before.hunter),
            ticket: self.ticket.or(before.ticket),
            station: self.station.or(before.station),
            double: self.double || before.double,
            crime: self.crime || before.crime,
            ability: self.ability.or(before.ability),
            show: self.show || before.show,
            symbol: self.symbol.or(before.symbol),
        }
    }

    fn read_station(&mut self, word: &str, board: &Board) -> Result<(), Misread> {
        let station = word.parse().ok().and_then(|number| board.station(number));
        let station = station.ok_or_else(|| Misread::NoStation(word.into()))?;
        match self.station.replace(station) {
            Some(_) => Err(Misread::Twice("station".into())),
            None => Ok(()),
        }
    }

    fn read_word(&mut self, word: &str, hunters: bool) -> Result<(), Misread> {
        if let Ok(hunter) = word.parse::<Hunter>() {
            self.hunter = Some(hunter);
            return Ok(());
        }
        if let Some(ticket) = ticket_named(word) {
            return match self.ticket.replace(ticket) {
                Some(_) => Err(Misread::Twice("ticket".into())),
                None => Ok(()),
            };
        }
        let verb = match word {
            "start" | "begin" => Verb::Start,
            "land" => Verb::Land,
            "balloon" | "fly" => Verb::Balloon,
            "take" => Verb::Take,
            "quarter" => Verb::Quarter,
            "symbol" => Verb::Symbol,
            "ban" => Verb::Ban,
            "trail" => Verb::Trail,
            "block" | "roadblock" => Verb::Block,
            "end" | "done" | "pass" => Verb::End,
            _ => return self.read_other(word, hunters),
        };
        self.verb = Some(verb);
        Ok(())
    }

    fn read_other(&mut self, word: &str, hunters: bool) -> Result<(), Misread> {
        match word {
            "double" | "dbl" | "x2" | "2x" => self.double = true,
            "d" if !hunters => self.double = true,
            "crime" => self.crime = true,
            "low" | "hide" => self.ability = Some(Ability::LieLow),
            "+black" | "+b" => self.ability = Some(Ability::TakeBlack),
            "+double" | "+d" => self.ability = Some(Ability::TakeDouble),
            "show" => self.show = true,
            "park" => self.symbol = Some(Mark::Park),
            "monument" => self.symbol = Some(Mark::Monument),
            "river" => self.symbol = Some(Mark::River),
            "to" | "at" | "by" | "with" | "a" | "the" | "from" | "go" | "goes" | "move" | "moves"
            | "ride" | "ticket" | "station" | "and" => {}
            _ => return Err(Misread::Unknown(word.into())),
        }
        Ok(())
    }

    /// Whether it asks for a token.
    pub(crate) fn is_token(&self) -> bool {
        let verbs = [Verb::Quarter, Verb::Symbol, Verb::Ban, Verb::Trail, Verb::Block];
        self.symbol.is_some() || self.verb.is_some_and(|verb| verbs.contains(&verb))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<TypedMove, Misread> {
        TypedMove::read(line, true, &Board::builtin("london").expect("a board"))
    }

    #[test]
    fn many_ways_to_say_one_move() {
        let typed = read("d1 bus 58").expect("a move");
        for line in [
            "1 bus 58",
            "D1 BUS 58",
            "58 bus d1",
            "d1 b 58",
            "1, 58 by bus",
            "d1 omnibus to 58",
            "58 1 b",
        ] {
            assert_eq!(read(line), Ok(typed), "{line}");
        }
        assert_eq!(read("bus 5 58").map(|typed| typed.hunter), Ok(Hunter::detective(5)));
        assert_eq!(read("58").map(|typed| (typed.hunter, typed.ticket)), Ok((None, None)));
    }

    #[test]
    fn what_is_misread_is_named() {
        assert_eq!(read("buss 58"), Err(Misread::Unknown("buss".into())));
        assert_eq!(read("bus 580"), Err(Misread::NoStation("580".into())));
        assert_eq!(read("bus taxi 58"), Err(Misread::Twice("ticket".into())));
    }
}
