//! Clients that survive: plays and listens while things happen to the server, and holds what it then has
//! against what was acknowledged.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use fogbound_rules::{Action, Item, Play, Record, Rng};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout_at};

use crate::line::{Absences, Line};
use crate::survivor::{Acknowledged, Pace, Survived, Survivor, listen};
use crate::wire::{Server, cookie};
use crate::{AT_ONCE, MOST, make_tables, process, unwritten};

/// How much is played, and for how long.
#[derive(Args)]
pub(crate) struct SurviveArgs {
    /// The server, or the proxy before several.
    #[arg(long, default_value = "http://127.0.0.1:7199")]
    url: String,
    /// Tables that play, with two sockets each.
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// Sockets in all; those that do not play listen, spread over the tables.
    #[arg(long, value_name = "N", default_value_t = 500)]
    sockets: usize,
    /// Moves a second at all tables together.
    #[arg(long, value_name = "MOVES", default_value_t = 30.0)]
    rate: f64,
    /// How long to play.
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// After the time is over, so long may pass until everything is answered.
const GRACE: Duration = Duration::from_secs(90);

/// Who plays hears of something every few moves; who hears nothing for so many is away.
const SILENT_MOVES: u32 = 3;
const LEAST_SILENCE: Duration = Duration::from_secs(5);

/// Runs it, and says how many things went wrong.
pub(crate) fn survive(args: &SurviveArgs) -> Result<u64, String> {
    let (sockets, rate, seconds) = MOST;
    if args.tables == 0 || args.sockets > sockets || args.tables * 2 > args.sockets {
        return Err(format!("two sockets for each table, and at most {sockets} in all"));
    }
    if !(0.1..=rate).contains(&args.rate) || !(0.1..=seconds).contains(&args.seconds) {
        return Err(format!("--rate goes from 0.1 to {rate}, --seconds from 0.1 to {seconds}"));
    }
    process::need_files(args.sockets as u64 + 100)?;
    let report = crate::runtime()?.block_on(run(args))?;
    report.print(args.json).map_err(unwritten)?;
    Ok(report.wrongs())
}

/// Something that happened to the server: what, and when.
type Mark = (String, Instant);

/// Reads from standard input what happens to the server, line by line, when it happens.
fn marks() -> mpsc::UnboundedReceiver<Mark> {
    let (told, marks) = mpsc::unbounded_channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lock().lines().map_while(Result::ok) {
            if told.send((line.trim().to_string(), Instant::now())).is_err() {
                return;
            }
        }
    });
    marks
}

async fn run(args: &SurviveArgs) -> Result<Report, String> {
    let server = Arc::new(Server::parse(&args.url)?);
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let mut rng = Rng::new(seed ^ u64::from(std::process::id()));
    let settings = json!({ "edition": "modern", "detectives": 4, "assist": "off" });
    let everybody = vec![Arc::clone(&server); args.tables];
    let (playing, _) = make_tables(everybody, &settings, &mut rng).await?;

    let every = Duration::from_secs_f64(args.tables as f64 / args.rate);
    let silence = (every * SILENT_MOVES).max(LEAST_SILENCE);
    let hosts: Vec<_> =
        playing.iter().map(|table| (table.id.clone(), table.fugitive.cookie.clone())).collect();
    // Listeners come before the game goes on, a few at a time.
    let listeners = args.sockets - 2 * args.tables;
    let mut opened = open_listeners(&server, &hosts, listeners, silence, &mut rng).await?;

    let mut told = marks();
    let begun = Instant::now();
    let until = begun + Duration::from_secs_f64(args.seconds);
    let mut tasks = JoinSet::new();
    for (place, table) in playing.into_iter().enumerate() {
        let first = begun + every.mul_f64(place as f64 / args.tables as f64);
        let pace = Arc::new(Mutex::new(Pace::new(first, every, until)));
        for (is_host, client) in [(true, table.fugitive), (false, table.hunters)] {
            let survivor = Survivor::new(&server, &table.id, client, is_host, (&pace, silence));
            tasks.spawn(async move { (Some(place), survivor.play().await) });
        }
    }
    for line in opened.drain(..) {
        tasks.spawn(async move { (None, listen(line, until).await) });
    }
    // Whoever does things to the server waits for this line.
    eprintln!("playing");
    sleep_until(until).await;
    let mut report = Report { seconds: args.seconds, asked: args.rate, ..Report::default() };
    let mut moves = vec![vec![]; args.tables];
    let mut absences = vec![];
    let last = until + GRACE;
    while let Ok(Some(ended)) = timeout_at(last, tasks.join_next()).await {
        let (place, Survived { acknowledged, absences: own, errors }) =
            ended.map_err(|error| error.to_string())?;
        if let Some(place) = place {
            moves[place].extend(acknowledged);
        }
        report.still_away += u64::from(own.is_away());
        absences.push(own);
        for (error, times) in errors {
            *report.errors.entry(error).or_default() += times;
        }
    }
    report.still_away += tasks.len() as u64;
    let mut marks = vec![];
    while let Ok(mark) = told.try_recv() {
        marks.push(mark);
    }
    report.interruptions = interruptions(&marks, &absences, until);
    report.clients = absences.len() + tasks.len();
    tasks.shutdown().await;
    check_all(&server, hosts, moves, &mut report).await;
    Ok(report)
}

async fn open_listeners(
    server: &Arc<Server>,
    tables: &[(String, String)],
    count: usize,
    silence: Duration,
    rng: &mut Rng,
) -> Result<Vec<Line>, String> {
    let mut opening: JoinSet<Result<Line, String>> = JoinSet::new();
    let mut opened = vec![];
    for (table, _) in tables.iter().cycle().take(count) {
        if opening.len() >= AT_ONCE
            && let Some(line) = opening.join_next().await
        {
            opened.push(line.map_err(|error| error.to_string())??);
        }
        let (server, table, cookie) = (Arc::clone(server), table.clone(), cookie(rng));
        let rng = Rng::new(rng.bits());
        opening.spawn(async move {
            let socket = server.socket(&table, &cookie).await?;
            Ok(Line::new(&server, &table, &cookie, rng, silence).with_socket(socket, 0))
        });
    }
    while let Some(line) = opening.join_next().await {
        opened.push(line.map_err(|error| error.to_string())??);
    }
    Ok(opened)
}

/// What became of the clients after something happened to the server.
struct Interruption {
    name: String,
    /// How many were away.
    away: usize,
    /// When 99 % of all clients were back, and all of them.
    back: [Duration; 2],
}

fn interruptions(marks: &[Mark], absences: &[Absences], end: Instant) -> Vec<Interruption> {
    let next = marks.iter().skip(1).map(|(_, at)| *at).chain([end + GRACE]);
    let one = |((name, from), until): (&Mark, Instant)| {
        let returns = absences.iter().filter_map(|client| client.last_return(*from, until));
        let mut back: Vec<_> = returns.map(|at| at - *from).collect();
        let away = back.len();
        back.resize(absences.len(), Duration::ZERO);
        back.sort_unstable();
        // The smallest time after which at least this share was there.
        let share = |hundredths: usize| {
            let rank = (absences.len() * hundredths).div_ceil(100);
            back.get(rank.saturating_sub(1)).copied().unwrap_or_default()
        };
        Interruption { name: name.clone(), away, back: [share(99), share(100)] }
    };
    marks.iter().zip(next).map(one).collect()
}

/// Holds the records of all games of all tables against what was acknowledged there.
async fn check_all(
    server: &Arc<Server>,
    tables: Vec<(String, String)>,
    moves: Vec<Vec<Acknowledged>>,
    report: &mut Report,
) {
    let mut checking: JoinSet<Result<Checked, String>> = JoinSet::new();
    let mut tables = tables.into_iter().zip(moves);
    loop {
        while checking.len() < AT_ONCE
            && let Some(((table, cookie), moves)) = tables.next()
        {
            let server = Arc::clone(server);
            checking.spawn(async move { check(&server, &table, &cookie, moves).await });
        }
        let Some(checked) = checking.join_next().await else { return };
        match checked.unwrap_or_else(|error| Err(error.to_string())) {
            Ok(checked) => {
                report.checked.moves += checked.moves;
                report.checked.games += checked.games;
                report.checked.lost += checked.lost;
                report.checked.surplus += checked.surplus;
            }
            Err(error) => *report.errors.entry(error).or_default() += 1,
        }
    }
}

/// What came of holding acknowledged moves against records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Checked {
    moves: usize,
    games: usize,
    /// Acknowledged moves that are not where they belong.
    lost: usize,
    /// Recorded moves that nobody was acknowledged: doubled ones, most likely.
    surplus: usize,
}

async fn check(
    server: &Server,
    table: &str,
    cookie: &str,
    mut moves: Vec<Acknowledged>,
) -> Result<Checked, String> {
    moves.sort_by_key(|it| it.version);
    let mut by_game: BTreeMap<u16, Vec<Action>> = BTreeMap::new();
    for Acknowledged { game, action, .. } in moves {
        by_game.entry(game).or_default().push(action);
    }
    let mut checked = Checked::default();
    for (game, asked) in by_game {
        let line = format!("GET /api/tables/{table}/record?game={game}");
        let (status, text) = server.exchange(&line, cookie, "").await?;
        if status != 200 {
            return Err(format!("no record of a game: {status}"));
        }
        let record =
            Record::parse(&text).map_err(|error| format!("a record makes no sense: {error}"))?;
        let (lost, surplus) = compare(&asked, &recorded(&record));
        checked.moves += asked.len();
        checked.games += 1;
        checked.lost += lost;
        checked.surplus += surplus;
    }
    Ok(checked)
}

/// The decisions of a record, but for the wish to give up, which ends a run.
fn recorded(record: &Record) -> Vec<Action> {
    let action = |item: &Item| match item {
        Item::Play(Play::Action(action)) => Some(*action),
        Item::Asked(token, _) => Some(Action::Token(*token)),
        _ => None,
    };
    let all = record.items().filter_map(|(_, item)| action(item));
    all.filter(|action| !matches!(action, Action::Concede { .. })).collect()
}

/// How many of those asked for are not in the record, in their order, and how many others are.
fn compare(asked: &[Action], recorded: &[Action]) -> (usize, usize) {
    let mut rest = recorded.iter();
    let mut found = 0;
    for action in asked {
        let left = rest.clone();
        if rest.any(|other| other == action) {
            found += 1;
        } else {
            // It is nowhere: the next one is looked for from where this one should have been.
            rest = left;
        }
    }
    (asked.len() - found, recorded.len() - found)
}

#[derive(Default)]
struct Report {
    clients: usize,
    seconds: f64,
    asked: f64,
    checked: Checked,
    still_away: u64,
    interruptions: Vec<Interruption>,
    errors: BTreeMap<String, u64>,
}

impl Report {
    fn wrongs(&self) -> u64 {
        let Checked { lost, surplus, .. } = self.checked;
        (lost + surplus) as u64 + self.still_away + self.errors.values().sum::<u64>()
    }

    fn print(&self, json: bool) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        let Checked { moves, games, lost, surplus } = self.checked;
        let rate = moves as f64 / self.seconds;
        if json {
            let interruptions = self.interruptions.iter().map(|it| {
                let [most, all] = it.back.map(|back| back.as_secs_f64());
                json!({ "name": it.name, "away": it.away, "s_until_99_percent": most, "s_until_all": all })
            });
            let figures = json!({
                "clients": self.clients, "moves": moves, "moves_per_s": rate, "asked_per_s": self.asked,
                "games": games, "lost": lost, "doubled": surplus, "still_away": self.still_away,
                "interruptions": interruptions.collect::<Vec<Value>>(), "errors": self.errors,
            });
            return writeln!(out, "{figures}");
        }
        writeln!(out, "clients               {}", self.clients)?;
        writeln!(out, "moves acknowledged    {moves}, {rate:.0} a second of {} due", self.asked)?;
        writeln!(out, "games looked at       {games}")?;
        writeln!(out, "lost, doubled         {lost}, {surplus}")?;
        for Interruption { name, away, back: [most, all] } in &self.interruptions {
            let [most, all] = [most, all].map(|back| back.as_secs_f64());
            writeln!(
                out,
                "after '{name}'  {away} were away, 99 % of all back after {most:.1} s, all after {all:.1} s"
            )?;
        }
        if self.still_away > 0 {
            writeln!(out, "still away            {}", self.still_away)?;
        }
        for (error, times) in &self.errors {
            writeln!(out, "went wrong            {times} times: {error}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actions(text: &str) -> Vec<Action> {
        text.split(", ").map(|one| one.parse().expect("an action")).collect()
    }

    #[test]
    fn lost_and_doubled_moves_are_counted_and_order_matters() {
        let asked = actions("taxi 8, d1 bus 67, d2 taxi 9, taxi 18");
        for (recorded, expected) in [
            ("taxi 8, d1 bus 67, d2 taxi 9, taxi 18", (0, 0)),
            ("taxi 8, d1 bus 67, taxi 18", (1, 0)),
            ("taxi 8, d1 bus 67, d1 bus 67, d2 taxi 9, taxi 18", (0, 1)),
            ("taxi 8, d2 taxi 9, d1 bus 67, taxi 18", (1, 1)),
            ("taxi 18", (3, 0)),
        ] {
            assert_eq!(compare(&asked, &actions(recorded)), expected, "{recorded}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_mark_is_answered_for_by_the_returns_after_it() {
        let (begun, second) = (Instant::now(), Duration::from_secs(1));
        let line = |server: &Arc<Server>| Line::new(server, "t", "c", Rng::new(1), 7 * second);
        let server = Arc::new(Server::parse("http://127.0.0.1:1").expect("an address"));
        let mut lines: Vec<Line> = (0..200).map(|_| line(&server)).collect();
        let marks = [("kill".to_string(), begun), ("freeze".to_string(), begun + 10 * second)];
        tokio::time::sleep(second).await;
        for (index, line) in lines.iter_mut().enumerate() {
            if index < 4 {
                line.lose();
                tokio::time::sleep(second).await;
            }
            line.absences.news();
        }
        tokio::time::sleep(10 * second).await;
        lines[0].absences.news();
        let absences: Vec<_> = lines.into_iter().map(|line| line.absences).collect();
        let found = interruptions(&marks, &absences, begun + 30 * second);
        let told = |it: &Interruption| (it.away, it.back.map(|back| back.as_secs()));
        // Two of 200 are the last hundredth.
        assert_eq!(told(&found[0]), (4, [3, 5]));
        assert_eq!(told(&found[1]), (1, [0, 5]));
    }
}
