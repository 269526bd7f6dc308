//! One table of a page: who listens, what waits to be kept, what a bot thinks about.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use fogbound_engine::Root;
use fogbound_rules::{Library, Side};
use fogbound_table::audience::Audience;
use fogbound_table::id::{Person, TableId};
use fogbound_table::message::{PROTOCOL, ServerMessage};
use fogbound_table::refusal::refuse;
use fogbound_table::{
    Automatic, AutomaticDecision, Beginning, BroughtGame, Cause, Code, Connection, Context,
    CorruptTable, Decision, Entry, Heard, Moment, NewTable, Pace, Refusal, Request, Signer, Table,
    Thought, Version,
};

use crate::call::{Answer, Found, Kept, Next, Told};
use crate::chance::HandedChance;

/// What all tables of a page share.
pub(crate) struct Tools {
    pub(crate) library: Arc<Library>,
    /// Signs nothing: a page has no key that others would know.
    pub(crate) signer: Arc<dyn Signer>,
    /// Whoever sits before the page.
    pub(crate) person: Person,
    pub(crate) chance: HandedChance,
    pub(crate) pace: Pace,
}

impl Tools {
    fn context(&self, now: Moment) -> Context<'_> {
        Context { now, chance: &self.chance, signer: &self.signer }
    }
}

/// When what could not be kept is tried again, in milliseconds.
const RETRY: u64 = 3000;

/// A thought with so many nodes is worth the trouble of sharing it.
const LARGE: u64 = 4_000;

/// How much of a window is for the search: as on a server.
const SEARCHED: (u32, u32) = (4, 5);

/// A table of a page.
pub(crate) struct LocalTable {
    table: Table,
    /// Every entry as it is kept.
    texts: Vec<String>,
    clock: TableTime,
    clients: Vec<Client>,
    pending: Option<Pending>,
    thinking: Option<Thinking>,
}

/// Table time goes on from the last entry: while no page is open, it stands still.
struct TableTime {
    begun: Moment,
    at: u64,
}

impl TableTime {
    fn now(&self, now: u64) -> Moment {
        self.begun.after(Duration::from_millis(now.saturating_sub(self.at)))
    }
}

/// One page that listens, or is about to.
struct Client {
    number: u32,
    connection: Connection,
    /// As whom it listens, once it has said hello.
    audience: Option<Audience>,
}

/// What waits to be kept.
struct Pending {
    entries: Vec<Entry>,
    texts: Vec<String>,
    /// Who asked for it, and under which id.
    asked: Option<(u32, String)>,
}

/// What a bot thinks about.
struct Thinking {
    step: AutomaticDecision,
    thought: Thought,
    done: bool,
    /// What others found who think along, by their streams.
    others: BTreeMap<u64, Found>,
    /// When the search ends, done or not.
    until: Moment,
    /// Not before this the answer is given.
    answer: Moment,
}

impl LocalTable {
    pub(crate) fn make(
        tools: &Tools,
        wanted: NewTable,
        now: u64,
    ) -> Result<(LocalTable, Answer), Refusal> {
        let NewTable { settings, name, seats, start, commitment } = wanted;
        let sitters: Vec<_> = seats.iter().map(|new| (new.seat, new.who)).collect();
        let beginning = Beginning { start, commitment };
        let context = tools.context(Moment(now));
        let (table, entries) =
            Table::make(&tools.library, settings, tools.person, &name, &sitters, beginning, &context)?;
        Ok(LocalTable::begun(table, &entries, now))
    }

    /// A table of a game that was played elsewhere.
    pub(crate) fn adopt(
        tools: &Tools,
        game: BroughtGame,
        now: u64,
    ) -> Result<(LocalTable, Answer), Refusal> {
        let context = tools.context(Moment(now));
        let (table, entries) = Table::bring(&tools.library, game, tools.person, &context)?;
        Ok(LocalTable::begun(table, &entries, now))
    }

    fn begun(table: Table, entries: &[Entry], now: u64) -> (LocalTable, Answer) {
        let texts: Vec<String> = entries.iter().map(Entry::to_text).collect();
        let id = table.id();
        let mut made = LocalTable::new(table, vec![], now);
        made.clock = TableTime { begun: Moment(now), at: now };
        // They are in the table already.
        made.pending = Some(Pending { entries: vec![], texts: texts.clone(), asked: None });
        let keep = Some(Kept { after: 0, entries: texts });
        (made, Answer { table: Some(id.to_string()), keep, ..Answer::default() })
    }

    pub(crate) fn open(
        tools: &Tools,
        id: TableId,
        texts: Vec<String>,
        now: u64,
    ) -> Result<(LocalTable, Answer), Refusal> {
        let entries = Entry::parse_all(&texts, 0).map_err(damaged)?;
        let table = Table::fold(id, &tools.library, &tools.signer, entries).map_err(damaged)?;
        let opened = LocalTable::new(table, texts, now);
        let next = opened.next(tools, now);
        Ok((opened, Answer { next, ..Answer::default() }))
    }

    fn new(table: Table, texts: Vec<String>, now: u64) -> LocalTable {
        let clock = TableTime { begun: table.latest(), at: now };
        LocalTable { table, texts, clock, clients: vec![], pending: None, thinking: None }
    }

    pub(crate) fn id(&self) -> TableId {
        self.table.id()
    }

    /// Whether anything of it was ever kept.
    pub(crate) fn is_kept(&self) -> bool {
        !self.texts.is_empty()
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }

    pub(crate) fn now(&self, now: u64) -> Moment {
        self.clock.now(now)
    }

    pub(crate) fn connect(&mut self, number: u32, now: u64) {
        self.clients.retain(|client| client.number != number);
        let connection = Connection::new(self.now(now));
        self.clients.push(Client { number, connection, audience: None });
    }

    pub(crate) fn leave(&mut self, tools: &Tools, number: u32, now: u64) -> Answer {
        self.clients.retain(|client| client.number != number);
        Answer { next: self.next(tools, now), ..Answer::default() }
    }

    /// Takes in a message of a page.
    pub(crate) fn hear(&mut self, tools: &Tools, number: u32, text: &str, now: u64) -> Answer {
        let at = self.now(now);
        let Some(client) = self.clients.iter_mut().find(|client| client.number == number) else {
            return Answer::default();
        };
        let mut answer = Answer::default();
        let mut say = |message: &ServerMessage, last| {
            answer.tell.push(Told { client: number, text: message.to_text(), last });
        };
        match client.connection.hear(text, at) {
            Heard::Request(request) => match self.carry_out(tools, number, request, at) {
                Ok(done) => answer = done,
                Err((id, Refusal { code, text })) => {
                    say(&ServerMessage::Refused { id, code, text }, false);
                }
            },
            Heard::Refused(message) | Heard::TooFast(message) => say(&message, false),
            Heard::Ended(message) => {
                say(&message, true);
                self.clients.retain(|client| client.number != number);
            }
            Heard::Nothing => {}
        }
        answer.next = answer.next.or_else(|| self.next(tools, now));
        answer
    }

    fn carry_out(
        &mut self,
        tools: &Tools,
        number: u32,
        request: Request,
        now: Moment,
    ) -> Result<Answer, (Option<String>, Refusal)> {
        let plain = |refusal| (None, refusal);
        match request {
            Request::Join { have, audience } => Ok(self.join(tools, number, have, audience, now)),
            Request::Do { id, version, command } => {
                let context = tools.context(now);
                let decided = self.table.decide(tools.person, &id, &command, version, &context);
                match decided.map_err(|refusal| (Some(id.clone()), refusal))? {
                    Decision::Before(version) => {
                        Ok(self.say(number, &[ServerMessage::Done { id, version }]))
                    }
                    Decision::New(entries) => Ok(self.keep(entries, Some((number, id)))),
                }
            }
            Request::Look { audience } => {
                let guest = self.table.guest_of(tools.person);
                if !self.table.audiences(guest).contains(&audience) {
                    return refuse(Code::NotYours, "you do not belong to that audience").map_err(plain);
                }
                if let Some(client) = self.clients.iter_mut().find(|client| client.number == number) {
                    client.audience = Some(audience);
                }
                let you = ServerMessage::You(self.table.you(tools.person, audience));
                let viewer = self.table.viewer(guest, audience);
                Ok(self.say(number, &[you, self.table.news(None, viewer, now)]))
            }
            Request::Explain { station } => {
                let explained = self.table.explain(station).map_err(plain)?;
                Ok(self.say(number, &[ServerMessage::Explained(explained)]))
            }
            Request::History { until } => {
                let client = self.clients.iter().find(|client| client.number == number);
                let Some(audience) = client.and_then(|client| client.audience) else {
                    return Ok(Answer::default());
                };
                let viewer = self.table.viewer(self.table.guest_of(tools.person), audience);
                Ok(self.say(number, &[self.table.history(until, viewer)]))
            }
            Request::Ping => Ok(self.say(number, &[ServerMessage::Pong {}])),
        }
    }

    fn join(
        &mut self,
        tools: &Tools,
        number: u32,
        have: Option<Version>,
        wanted: Option<Audience>,
        now: Moment,
    ) -> Answer {
        let guest = self.table.guest_of(tools.person);
        let audiences = self.table.audiences(guest);
        let audience = wanted.filter(|one| audiences.contains(one)).unwrap_or(audiences[0]);
        if let Some(client) = self.clients.iter_mut().find(|client| client.number == number) {
            client.audience = Some(audience);
        }
        let viewer = self.table.viewer(guest, audience);
        let present = ServerMessage::Present { guests: guest.into_iter().collect(), spectators: 0 };
        let messages = [
            ServerMessage::Welcome { protocol: PROTOCOL },
            ServerMessage::You(self.table.you(tools.person, audience)),
            self.table.news(have, viewer, now),
            present,
        ];
        self.say(number, &messages)
    }

    fn say(&self, client: u32, messages: &[ServerMessage]) -> Answer {
        let told = |message: &ServerMessage| Told { client, text: message.to_text(), last: false };
        Answer { tell: messages.iter().map(told).collect(), ..Answer::default() }
    }

    /// What is to be kept before it has happened.
    fn keep(&mut self, entries: Vec<Entry>, asked: Option<(u32, String)>) -> Answer {
        let texts: Vec<String> = entries.iter().map(Entry::to_text).collect();
        let keep = Some(Kept { after: self.table.version(), entries: texts.clone() });
        self.pending = Some(Pending { entries, texts, asked });
        Answer { keep, ..Answer::default() }
    }

    /// What waited is kept: now it happens, is acknowledged, and told.
    pub(crate) fn stored(&mut self, tools: &Tools, now: u64) -> Result<Answer, Refusal> {
        let Some(Pending { entries, texts, asked }) = self.pending.take() else {
            return refuse(Code::BadMessage, "nothing waits to be kept");
        };
        let after = self.table.version();
        for entry in entries {
            self.table.apply(entry).map_err(damaged)?;
        }
        self.texts.extend(texts);
        let mut answer = Answer::default();
        if let Some((client, id)) = asked {
            answer = self.say(client, &[ServerMessage::Done { id, version: self.table.version() }]);
        }
        if self.table.version() > after {
            answer.tell.extend(self.news(tools, after, self.now(now)));
        }
        answer.next = self.next(tools, now);
        Ok(answer)
    }

    /// What waited cannot be kept: it has not happened. Whoever asked for it is told; of what a bot or a clock did, all are.
    pub(crate) fn unstored(&mut self, tools: &Tools, now: u64) -> Answer {
        let asked = self.pending.take().and_then(|pending| pending.asked);
        let text = "this device has no room left to keep the game; make room and try again";
        let refused = |id| ServerMessage::Refused { id, code: Code::Unavailable, text: text.into() };
        let mut answer: Answer = Refusal::new(Code::Unavailable, text).into();
        answer.tell = match asked {
            Some((client, id)) => self.say(client, &[refused(Some(id))]).tell,
            None => {
                let listeners = self.clients.iter().filter(|client| client.audience.is_some());
                listeners.flat_map(|client| self.say(client.number, &[refused(None)]).tell).collect()
            }
        };
        answer.next = self.next(tools, now).map(|_| Next::Wait(RETRY));
        answer
    }

    /// What every page is told of what happened since a version.
    fn news(&mut self, tools: &Tools, after: Version, now: Moment) -> Vec<Told> {
        let LocalTable { table, clients, .. } = self;
        let guest = table.guest_of(tools.person);
        let audiences = table.audiences(guest);
        let moved = table.changed_seats_since(after);
        let mut told = vec![];
        for client in clients {
            let Some(audience) = client.audience else { continue };
            let mut tell = |message: ServerMessage| {
                told.push(Told { client: client.number, text: message.to_text(), last: false });
            };
            let stays = audiences.contains(&audience);
            let audience = if stays { audience } else { audiences[0] };
            client.audience = Some(audience);
            if moved {
                tell(ServerMessage::You(table.you(tools.person, audience)));
            }
            match stays {
                true => tell(table.update(after, audience, now)),
                false => tell(table.news(None, table.viewer(guest, audience), now)),
            }
        }
        told
    }

    /// When something happens here without a person.
    fn next(&self, tools: &Tools, now: u64) -> Option<Next> {
        if self.pending.is_some() {
            return None;
        }
        let due = self.table.automatic(tools.pace)?;
        let wait = |moment: Moment| Next::Wait(self.now(now).until(moment).as_millis() as u64);
        Some(match (due, &self.thinking) {
            (Automatic::Beginning { due }, _) => wait(due),
            (Automatic::Decision(step), Some(thinking)) if thinking.step == step => {
                match thinking.done {
                    true => wait(thinking.answer),
                    false => Next::Think,
                }
            }
            (Automatic::Decision(step), _) if step.cause == Cause::Clock => wait(step.due),
            (Automatic::Decision(_), _) => Next::Think,
        })
    }

    /// Lets bots and clocks act: begins to think, goes on with it, or carries out what is due.
    pub(crate) fn drive(&mut self, tools: &Tools, nodes: u64, now: u64) -> Result<Answer, Refusal> {
        let at = self.now(now);
        let due = self.table.automatic(tools.pace).filter(|_| self.pending.is_none());
        let mut answer = match due {
            None => Answer::default(),
            Some(Automatic::Beginning { due }) if at < due => Answer::default(),
            Some(Automatic::Beginning { .. }) => {
                let decided = self.table.begin_without_waiting(&tools.context(at))?;
                self.keep_decided(decided)
            }
            Some(Automatic::Decision(step)) if step.cause == Cause::Clock && at < step.due => {
                Answer::default()
            }
            Some(Automatic::Decision(step)) => self.think(tools, step, nodes, at)?,
        };
        answer.next = answer.next.or_else(|| self.next(tools, now));
        Ok(answer)
    }

    fn think(
        &mut self,
        tools: &Tools,
        step: AutomaticDecision,
        nodes: u64,
        now: Moment,
    ) -> Result<Answer, Refusal> {
        let begins = self.thinking.as_ref().is_none_or(|thinking| thinking.step != step);
        if begins {
            self.thinking = self.begin_to_think(step, now);
        }
        let Some(thinking) = &mut self.thinking else { return Ok(Answer::default()) };
        if !thinking.done {
            let most = thinking.thought.nodes().1;
            thinking.go_on(nodes, now);
            let large = Some(most).filter(|most| begins && *most >= LARGE && !thinking.done);
            return Ok(Answer { large, ..Answer::default() });
        }
        if now < thinking.answer {
            return Ok(Answer::default());
        }
        let others: Vec<Root> = thinking.others.values().filter_map(Found::root).collect();
        let action = thinking.thought.decision(&others);
        let context = tools.context(now);
        let decided = self.table.decide_automatic(action, step.cause, step.version, &context)?;
        Ok(self.keep_decided(decided))
    }

    /// A fugitive's bot answers when its window ends, whatever it thought about; as on a server.
    fn begin_to_think(&self, step: AutomaticDecision, now: Moment) -> Option<Thinking> {
        let question = self.table.question(&step)?;
        let window = question.window();
        let thought = question.begin()?;
        let shown = match step.side {
            Side::Fugitive => now.after(window),
            Side::Hunters => now,
        };
        let until = now.after(window * SEARCHED.0 / SEARCHED.1);
        let others = BTreeMap::new();
        Some(Thinking { step, thought, done: false, others, until, answer: step.due.max(shown) })
    }

    /// Thinks along with another module that has the same table, with chance of its own.
    pub(crate) fn help(&mut self, tools: &Tools, stream: u64, nodes: u64, now: u64) -> Answer {
        let at = self.now(now);
        let Some(Automatic::Decision(step)) = self.table.automatic(tools.pace) else {
            return Answer::default();
        };
        if self.thinking.as_ref().is_none_or(|thinking| thinking.step != step) {
            self.thinking = self.begin_to_think(step, at);
            if let Some(thinking) = &mut self.thinking {
                thinking.thought.diverge(stream);
            }
        }
        let Some(thinking) = &mut self.thinking else { return Answer::default() };
        thinking.go_on(nodes, at);
        let next = (!thinking.done).then_some(Next::Think);
        Answer { found: Found::of(step.version, &thinking.thought), next, ..Answer::default() }
    }

    /// Takes in what another module has found, if it is about the present decision.
    pub(crate) fn take_found(&mut self, stream: u64, found: Found) {
        if let Some(thinking) = &mut self.thinking
            && thinking.step.version == found.version
            && !thinking.done
        {
            thinking.others.insert(stream, found);
        }
    }

    fn keep_decided(&mut self, decision: Decision) -> Answer {
        match decision {
            Decision::Before(_) => Answer::default(),
            Decision::New(entries) => {
                // If it cannot be kept, it is thought about anew.
                self.thinking = None;
                self.keep(entries, None)
            }
        }
    }
}

impl Thinking {
    /// Spends so many nodes at most, and looks at the clock. All who think along share what may be spent.
    fn go_on(&mut self, nodes: u64, now: Moment) {
        // At least one step is taken, so that there is something to choose by.
        let done = self.thought.step(nodes.max(1));
        let (spent, most) = self.thought.nodes();
        let others: u64 = self.others.values().map(|found| found.nodes).sum();
        self.done = done || spent + others >= most || now >= self.until;
    }
}

fn damaged(_: CorruptTable) -> Refusal {
    Refusal::new(Code::Unavailable, "what is kept of this table is damaged")
}
