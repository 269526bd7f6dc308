// Written by crates/server/tests/typescript.rs from the types of the server. Do not edit:
// UPDATE_TYPESCRIPT=1 cargo test -p fogbound-server --test typescript

/**
 * What a hide-out is good for on arrival (rule 6.4.7).
 */
export type Ability = "lie_low" | "take_black" | "take_double";

/**
 * What follows from the settings.
 */
export type About = {
/**
 * The name of the edition.
 */
title: string,
/**
 * What is special about it, in a sentence.
 */
summary: string,
/**
 * The fugitive's name.
 */
fugitive: string,
/**
 * The words for the tickets.
 */
theme: Theme,
/**
 * The printed game whose words the edition uses.
 */
words: Words,
/**
 * The board.
 */
board: string,
/**
 * The transports that nobody may use.
 */
closed: Array<Transport>,
/**
 * The slots of the travel log.
 */
slots: number,
/**
 * Those on which he shows himself.
 */
reveals: Array<number>,
/**
 * Those on which he hides, in an open log.
 */
hidden: Array<number>,
/**
 * The last round, if one is.
 */
rounds: number | null,
/**
 * The hunters: detectives in the order of the seats, then bobbies.
 */
hunters: Array<HunterAbout>,
/**
 * How many bobbies hunt.
 */
bobbies: number,
/**
 * Whether the detectives move in the order of the seats.
 */
in_order: boolean,
/**
 * Whether the detectives share their tickets.
 */
pooled: boolean,
/**
 * Whether that is a proposal which nobody has answered yet (6.2.8).
 */
pool_proposed: boolean,
/**
 * What the normal tickets are that lie beside the board.
 */
stock: Stock,
/**
 * Whether there are double tickets.
 */
doubles: boolean,
/**
 * How many crimes he must commit; 0 where there are none.
 */
crimes: number,
/**
 * Whether points count in place of winning.
 */
scored: boolean,
/**
 * Whether his moves are seen unless they are hidden.
 */
open_log: boolean,
/**
 * The options that are not as the edition has them; all of them are in the settings.
 */
changed: Array<ChangedOption>, };

/**
 * What the host of a table decides about who comes.
 */
export type Access = {
/**
 * Nobody new does anything here: no seat, no talk.
 */
locked: boolean,
/**
 * Seconds between two lines of a person; 0 for no such bound. It does not bind the host.
 */
slow_talk: number,
/**
 * Who may watch.
 */
spectators: Spectators, };

/**
 * One decision of one side. A fugitive's move carries all that he decides with it, so that what
 * he declines leaves no trace.
 */
export type Action = { "kind": "place",
/**
 * Who.
 */
hunter: Hunter,
/**
 * Where.
 */
at: Station, } | { "kind": "start",
/**
 * Where.
 */
at: Station, } | { "kind": "move" } & Move | { "kind": "balloon",
/**
 * Whether this is the first move of a double.
 */
double?: boolean, } | { "kind": "land" } & Landing | { "kind": "take",
/**
 * From whom.
 */
from: Hunter,
/**
 * Which.
 */
ticket: Ticket, } | { "kind": "hunt",
/**
 * Who.
 */
hunter: Hunter,
/**
 * The ticket that is paid, if one is.
 */
ticket?: Ticket,
/**
 * Where to.
 */
to: Station, } | { "kind": "token" } & Token | { "kind": "end_turn" } | { "kind": "concede",
/**
 * Who gives up.
 */
side: Side, };

/**
 * A true answer, given to all.
 */
export type Answer = "none" | { "quarter": Quarter } | { "symbol": boolean } | { "trail": Station };

/**
 * A token that was spent, and what was answered.
 */
export type Asked = {
/**
 * After how many slots of the log.
 */
after_slot: number,
/**
 * What for.
 */
token: Token,
/**
 * The answer.
 */
answer: Answer, };

/**
 * What help is allowed.
 */
export type Assist = "off" | "set" | "weighted";

/**
 * Where he can be, for all the hunters know.
 */
export type AssistFace = {
/**
 * The stations.
 */
possible: Array<Station>,
/**
 * How likely each is, in thousandths; left out if only the set is allowed.
 */
weights?: Array<number>, };

/**
 * Who is told something.
 */
export type Audience = "fugitive" | "hunters" | "spectator";

/**
 * A game that was played elsewhere, to be shown or to be gone on with.
 */
export type BroughtGame = {
/**
 * Its whole record, as text or as JSON.
 */
record: string,
/**
 * The name of who brings it.
 */
name: string,
/**
 * Who sits where; a game that goes on needs somebody on every seat.
 */
seats: Array<NewSeat>,
/**
 * What help is allowed.
 */
assist: Assist, };

/**
 * What everybody knows of the Holmes variant, written freely.
 */
export type CaseSetup = {
/**
 * Whether a token was spent in this turn.
 */
token_used: boolean,
/**
 * The ticket that is banned in his next turn.
 */
ban: Ticket | null,
/**
 * What hide-outs still offer.
 */
reserve: Reserve,
/**
 * What he took and may not use yet.
 */
fresh: Reserve,
/**
 * How many crimes he has committed.
 */
crimes: number,
/**
 * Whether the balloon has been used.
 */
balloon_used: boolean,
/**
 * The balloon tile that was turned.
 */
tile: [Station, Station] | null,
/**
 * Whether the hide-out where he stands was used on arrival.
 */
stop_used: boolean,
/**
 * Closed stations.
 */
roadblocks: Array<Station>,
/**
 * Where Lestrade's move of this turn began.
 */
lestrade_from: Station | null, };

/**
 * What made a step.
 */
export type Cause = "person" | "bot" | "clock" | "chance";

/**
 * An option that is not as the edition has it.
 */
export type ChangedOption = {
/**
 * Its key.
 */
key: string,
/**
 * Its value.
 */
value: string, };

/**
 * A detective with an ability (rule 6.4.6).
 */
export type Character = "holmes" | "watson" | "irene" | "mycroft" | "lestrade";

/**
 * What a client says.
 */
export type ClientMessage = { "type": "hello",
/**
 * The version of the protocol that the client speaks.
 */
protocol: number,
/**
 * The version that the client has, if it was connected before.
 */
have?: number,
/**
 * As which audience, for one who plays both sides.
 */
audience?: Audience, } | { "type": "do",
/**
 * An id of the client's making, new for each command, the same if it is sent again.
 */
id: string,
/**
 * The version that the client had seen when it decided.
 */
version: number,
/**
 * What to do.
 */
command: Command, } | { "type": "look",
/**
 * Which.
 */
audience: Audience, } | { "type": "explain",
/**
 * Which.
 */
station: Station, } | { "type": "history",
/**
 * Up to this version: `from` of what the client has.
 */
until: number, } | { "type": "ping", };

/**
 * How long people may think.
 */
export type Clock = { "kind": "none" } | { "kind": "move",
/**
 * Seconds, 5 to 14 days.
 */
seconds: number,
/**
 * What happens when they are over.
 */
expiry: Expiry, } | { "kind": "turn",
/**
 * Seconds, 5 to 14 days.
 */
seconds: number,
/**
 * What happens when they are over.
 */
expiry: Expiry, };

/**
 * The word for a refusal.
 */
export type Code = "bad_message" | "bad_settings" | "no_table" | "stale" | "not_yours" | "not_now" | "not_agreed" | "illegal" | "limit" | "too_long" | "takes_too_long" | "unavailable";

/**
 * What a person may do at a table. A closed list.
 */
export type Command = { "do": "name",
/**
 * The name.
 */
name: string, } | { "do": "sit",
/**
 * Which.
 */
seat: Seat, } | { "do": "ask_seat",
/**
 * Which.
 */
seat: Seat, } | { "do": "answer_seat",
/**
 * Who asks.
 */
guest: GuestNumber,
/**
 * Whether the seat is granted.
 */
agree: boolean, } | { "do": "rise",
/**
 * Which.
 */
seat: Seat, } | { "do": "bot",
/**
 * Which.
 */
seat: Seat,
/**
 * How well it plays.
 */
level: Level, } | { "do": "resume",
/**
 * Which.
 */
seat: Seat, } | { "do": "free",
/**
 * Which.
 */
seat: Seat, } | { "do": "settle",
/**
 * The settings.
 */
settings: Settings, } | { "do": "ready",
/**
 * Whether one is.
 */
ready: boolean, } | { "do": "start",
/**
 * Fills open seats with bots that play so well.
 */
fill?: Level, } | { "do": "commit",
/**
 * The SHA-256 of the number.
 */
commitment: string, } | { "do": "open",
/**
 * The number.
 */
number: string, } | { "do": "act",
/**
 * Which.
 */
action: Action, } | { "do": "yield" } | { "do": "ask_undo" } | { "do": "answer_undo",
/**
 * Whether one agrees.
 */
agree: boolean, } | { "do": "say",
/**
 * Who hears it.
 */
to: Hearers,
/**
 * What.
 */
text: string, } | { "do": "point",
/**
 * Where.
 */
at: Station, } | { "do": "mark",
/**
 * Where.
 */
at: Station,
/**
 * With which sign; without one the mark is taken away.
 */
sign?: Sign, } | { "do": "plan",
/**
 * Whose.
 */
hunter: Hunter,
/**
 * Where to; without a station the plan is taken away.
 */
to?: Station, } | { "do": "react",
/**
 * Who sees it.
 */
to: Hearers,
/**
 * How.
 */
reaction: Reaction, } | { "do": "hint" } | { "do": "access",
/**
 * What holds from now on.
 */
access: Access, } | { "do": "remove",
/**
 * Whose.
 */
guest: GuestNumber, } | { "do": "ban",
/**
 * Whom.
 */
guest: GuestNumber,
/**
 * Whether.
 */
banned: boolean, } | { "do": "remove_device",
/**
 * Which.
 */
device: number, } | { "do": "mute",
/**
 * Whom.
 */
guest: GuestNumber,
/**
 * Whether.
 */
muted: boolean, } | { "do": "rematch",
/**
 * Who is the fugitive.
 */
sides: "kept" | "rotated", };

/**
 * The number that a person adds.
 */
export type ContributionFace = {
/**
 * Who.
 */
guest: GuestNumber,
/**
 * The SHA-256 of the number.
 */
commitment: string,
/**
 * The number, once it is opened.
 */
number: string | null, };

/**
 * A device from which one plays.
 */
export type DeviceFace = {
/**
 * Its number.
 */
device: number,
/**
 * Since when, in milliseconds of table time.
 */
since: number,
/**
 * Whether it is the one that asks.
 */
this: boolean, };

/**
 * What one has to know of an edition to choose it.
 */
export type EditionSummary = {
/**
 * Its id.
 */
id: string,
/**
 * Its name.
 */
title: string,
/**
 * When it was printed.
 */
published: string | null,
/**
 * What is special about it, in a sentence.
 */
summary: string,
/**
 * The board.
 */
board: string,
/**
 * The least and the greatest number of players.
 */
players: [number, number],
/**
 * How long a game takes, about.
 */
minutes: number | null,
/**
 * The words for the tickets.
 */
theme: Theme,
/**
 * The printed game whose words it uses.
 */
words: Words,
/**
 * The transports that nobody may use.
 */
closed: Array<Transport>,
/**
 * Whether something of it is our own reconstruction.
 */
reconstructed: boolean,
/**
 * The fugitive's name.
 */
fugitive: string,
/**
 * The numbers of detectives that it allows.
 */
detectives: Array<number>,
/**
 * The number that is proposed.
 */
usual: number,
/**
 * How many bobbies go with each number of detectives.
 */
bobbies: Array<number>,
/**
 * What may be agreed.
 */
options: Array<OptionSummary>, };

/**
 * The end of a game, with all that was secret.
 */
export type Ending = {
/**
 * How it ended.
 */
outcome: Outcome,
/**
 * The fugitive's points, in editions that count them.
 */
score: number | null,
/**
 * Where he started; none if he had no start station yet.
 */
start: Station | null,
/**
 * The station of each slot.
 */
route: Array<Station>,
/**
 * His start tile (Holmes).
 */
tile: [Station, Station] | null,
/**
 * His crime tiles, and whether each was played (Holmes).
 */
crimes: Array<[Station, boolean]>, };

/**
 * What excludes a station.
 */
export type ExclusionFace = {
/**
 * The slot that is spoken of; 0 is the start.
 */
slot: number,
/**
 * How, in one word.
 */
reason: string,
/**
 * The same in a sentence.
 */
text: string, };

/**
 * Who decides when the time is over.
 */
export type Expiry = "bot" | "random";

/**
 * Why he can be at a station, or why not.
 */
export type Explanation = {
/**
 * Which station.
 */
station: Station,
/**
 * One way that fits everything, from the start on; none if he cannot be there.
 */
path: Array<Station> | null,
/**
 * What excludes it.
 */
excluded: ExclusionFace | null, };

/**
 * What happened, as the fugitive's side sees it.
 */
export type FugitiveEvent = {
/**
 * What only this side sees of it.
 */
private?: PrivateEvent, } & ({ "event": "set_up",
/**
 * What everybody knows at its beginning.
 */
state: State, } | { "event": "placed",
/**
 * Who.
 */
hunter: Hunter,
/**
 * Where.
 */
at: Station, } | { "event": "started",
/**
 * Where, if that is to be seen.
 */
at: Station | null, } | { "event": "moved" } & Moved | { "event": "ballooned",
/**
 * Which part of his turn it is.
 */
leg: Leg, } | { "event": "tile_turned",
/**
 * Its first station.
 */
first: Station,
/**
 * Its second station.
 */
second: Station, } | { "event": "opened",
/**
 * Which.
 */
slot: number,
/**
 * Where he was.
 */
at: Station, } | { "event": "taken",
/**
 * From whom.
 */
from: Hunter,
/**
 * Which.
 */
ticket: Ticket, } | { "event": "hunted",
/**
 * Who.
 */
hunter: Hunter,
/**
 * The ticket that was paid, if one was.
 */
ticket: Ticket | null,
/**
 * Where to.
 */
to: Station,
/**
 * Whether that captured the fugitive.
 */
captured: boolean, } | { "event": "asked",
/**
 * What for.
 */
token: Token,
/**
 * What the fugitive answered.
 */
answer: Answer, } | { "event": "turn_ended" } | { "event": "conceded",
/**
 * Which.
 */
side: Side, } | { "event": "ended" } & Ending);

/**
 * The game of a table.
 */
export type GameFace = {
/**
 * The number of the game at this table.
 */
number: number,
/**
 * What everybody knows of the position.
 */
state: State,
/**
 * The travel log.
 */
log: Array<LogSlot>,
/**
 * The tokens spent so far, each with its answer.
 */
asked: Array<Asked>,
/**
 * The fugitive's points so far, in editions that count them.
 */
score: number | null,
/**
 * Who decides next.
 */
turn: Turn,
/**
 * The seats of whose decision everybody waits.
 */
due: Array<Seat>,
/**
 * What this audience's side may decide now.
 */
actions: Array<Action>,
/**
 * The hunters that cannot move.
 */
stuck?: Array<StuckFace>,
/**
 * The hunters' moves after which the piece has no ticket for any line of its station: their places
 * in the list of actions.
 */
strands?: Array<number>,
/**
 * What only the fugitive's side knows.
 */
own?: OwnFace,
/**
 * What the hunters can conclude, if help is allowed.
 */
assist?: AssistFace,
/**
 * How long the people who are to decide still have, in milliseconds.
 */
time_left?: number,
/**
 * Which side may ask for its last move back.
 */
undoable: Side | null,
/**
 * Who has asked for it.
 */
undo_asked_by: GuestNumber | null,
/**
 * The hunters who want to give up; only hunters see it.
 */
yielded: Array<GuestNumber>,
/**
 * The marks of the team; only hunters see them.
 */
marks: Array<TeamMark>,
/**
 * The moves that the team plans; only hunters see them.
 */
plans: Array<TeamPlan>,
/**
 * How many of its steps were played elsewhere, before it came to this table, and have proofs of there only.
 */
brought?: number,
/**
 * How many hints were taken, by whom.
 */
hints?: Array<HintsFace>,
/**
 * Whether hints may be taken although others play: all who play agreed on that before the game.
 */
hints_agreed?: boolean,
/**
 * The end, with all that was secret.
 */
ending: Ending | null,
/**
 * Who has won, once the game is over and where it is won or lost.
 */
winner: Side | null,
/**
 * The opened seals, once a game is over that began when there was no chain: `PLAYS SALT HASH` each.
 */
proofs?: Array<string>, };

/**
 * A person at a table.
 */
export type GuestFace = {
/**
 * Which.
 */
guest: GuestNumber,
/**
 * The name.
 */
name: string,
/**
 * Whether the host has silenced the person.
 */
muted: boolean,
/**
 * Whether the host has sent the person away.
 */
banned: boolean,
/**
 * Whether the person is ready to begin.
 */
ready: boolean,
/**
 * What the person has promised for the shuffle of the next game: the SHA-256 of a number.
 */
commitment?: string, };

/**
 * A person at a table, counted from 1 in the order of arrival. It stands for the person in all
 * that others see.
 */
export type GuestNumber = number;

/**
 * Who hears a line of chat, or sees a reaction.
 */
export type Hearers = "table" | "team";

/**
 * How many hints somebody took.
 */
export type HintsFace = {
/**
 * Who.
 */
guest: GuestNumber,
/**
 * How many.
 */
count: number, };

/**
 * A page of what happened before.
 */
export type History = {
/**
 * The version before the first event.
 */
from: number,
/**
 * Whether there is more before it.
 */
earlier: boolean,
/**
 * What happened, one event for each version.
 */
events: Array<TableEvent>, };

/**
 * A piece of the hunters' side: detective `d1` to `d5`, or bobby `b1` to `b3`.
 *
 * ```
 * use fogbound_rules::Hunter;
 * assert_eq!("b2".parse::<Hunter>().unwrap(), Hunter::bobby(2).unwrap());
 * assert_eq!(Hunter::detective(1).unwrap().to_string(), "d1");
 * ```
 */
export type Hunter = string;

/**
 * What stays the same of a hunter.
 */
export type HunterAbout = {
/**
 * Which.
 */
hunter: Hunter,
/**
 * Its place in the list of purses; none if it pays nothing.
 */
purse?: number,
/**
 * Who it is (Holmes).
 */
character?: Character,
/**
 * What its tokens do (Holmes).
 */
token?: TokenKind, };

/**
 * One hunter in a [`State`].
 */
export type HunterState = {
/**
 * Who.
 */
hunter: Hunter,
/**
 * Where; none before the start station is taken.
 */
station: Station | null,
/**
 * Whether it has moved in this turn.
 */
moved: boolean,
/**
 * Character tokens left.
 */
tokens?: number, };

/**
 * A key as everybody sees it.
 */
export type KeyFace = {
/**
 * The public key of Ed25519.
 */
key: string,
/**
 * Since when games begin with it, in milliseconds since 1970.
 */
from: number,
/**
 * Until when they did; null for the one that is used now. A game keeps the key that it began with.
 */
until: number | null, };

/**
 * All public keys of an installation.
 */
export type KeyList = {
/**
 * The oldest first.
 */
keys: Array<KeyFace>, };

/**
 * The landing of a balloon, with everything that is decided together with it.
 */
export type Landing = {
/**
 * Which of the tile's stations.
 */
at: Station,
/**
 * Whether he commits a crime there.
 */
crime?: boolean,
/**
 * What he uses a hide-out for.
 */
ability?: Ability, };

/**
 * Which part of a turn a fugitive's move is.
 */
export type Leg = "single" | "first" | "second";

/**
 * How well a bot plays: 1 (kind) to 8.
 */
export type Level = number;

/**
 * One slot of the travel log as a side sees it.
 */
export type LogSlot = {
/**
 * The round in which it was filled.
 */
round: number,
/**
 * The slot that it fills.
 */
slot: number,
/**
 * The ticket on it.
 */
ticket: Ticket | null,
/**
 * Whether it was a balloon flight.
 */
balloon: boolean,
/**
 * Which part of the turn it was.
 */
leg: Leg,
/**
 * Where he stands, if that is to be seen.
 */
at: Station | null,
/**
 * Whether he committed a crime.
 */
crime: boolean,
/**
 * What he used a hide-out for.
 */
ability: Ability | null,
/**
 * Whether he showed himself of his own will.
 */
show: boolean, };

/**
 * What a station may bear besides its number.
 */
export type Mark = "hideout" | "river" | "park" | "monument" | "crime";

/**
 * A fugitive's move along a line, with everything that he decides together with it.
 */
export type Move = {
/**
 * The ticket on the log; none where none is paid.
 */
ticket?: Ticket,
/**
 * Where to.
 */
to: Station,
/**
 * Whether this is the first move of a double.
 */
double?: boolean,
/**
 * Whether he commits a crime there (Holmes).
 */
crime?: boolean,
/**
 * What he uses a hide-out for (Holmes).
 */
ability?: Ability,
/**
 * Whether he shows himself of his own will (classic).
 */
show?: boolean, };

/**
 * What everybody sees of a fugitive's move.
 */
export type Moved = {
/**
 * The slot that it fills.
 */
slot: number,
/**
 * The ticket on it.
 */
ticket: Ticket | null,
/**
 * Whether it was a balloon flight.
 */
balloon: boolean,
/**
 * Which part of the turn it was.
 */
leg: Leg,
/**
 * Where he stands, if that is to be seen.
 */
at: Station | null,
/**
 * Whether he committed a crime.
 */
crime: boolean,
/**
 * What he used a hide-out for.
 */
ability: Ability | null,
/**
 * Whether he showed himself of his own will.
 */
show: boolean, };

/**
 * Who may move a hunter.
 */
export type MoversFace = {
/**
 * Which.
 */
hunter: Hunter,
/**
 * The people who may.
 */
guests: Array<GuestNumber>, };

/**
 * Who sits on a seat.
 */
export type NewSeat = {
/**
 * Which.
 */
seat: Seat,
/**
 * Who.
 */
who: Sitter, };

/**
 * A table to be made.
 */
export type NewTable = {
/**
 * What is agreed.
 */
settings: Settings,
/**
 * The name of who makes it.
 */
name: string,
/**
 * Who sits where; seats that are not named stay open.
 */
seats: Array<NewSeat>,
/**
 * Whether the game starts at once; all seats must be taken.
 */
start: boolean,
/**
 * What who makes it promises for the shuffle: the SHA-256 of a number.
 */
commitment?: string, };

/**
 * What happened since a version, and how the table looks now.
 */
export type News = {
/**
 * The version before the first event.
 */
from: number,
/**
 * Whether what the client had is to be forgotten.
 */
reset: boolean,
/**
 * Whether there is more before it, which can be asked for.
 */
earlier: boolean,
/**
 * What happened, one event for each version.
 */
events: Array<TableEvent>,
/**
 * How the table looks now; none if it looks as before, but for its version.
 */
scene: Scene | null, };

/**
 * Who is on a seat.
 */
export type Occupant = { "kind": "open" } | { "kind": "guest",
/**
 * Who.
 */
guest: GuestNumber, } | { "kind": "bot",
/**
 * How well it plays.
 */
level: Level, } | { "kind": "stand_in",
/**
 * Who.
 */
guest: GuestNumber,
/**
 * How well the bot plays.
 */
level: Level, };

/**
 * What may be agreed.
 */
export type OptionSummary = {
/**
 * Its key.
 */
key: string,
/**
 * What holds if nothing else was agreed.
 */
default: boolean | number | string,
/**
 * The rule that it belongs to.
 */
rule: string,
/**
 * What it does, in a sentence.
 */
text: string,
/**
 * The values that it takes, in words.
 */
values: string,
/**
 * The values to choose from, where there are few.
 */
choices: Array<boolean | number | string>,
/**
 * Whether the value is a list of different choices, one for each detective.
 */
each: boolean,
/**
 * The numbers of detectives for which it can be set.
 */
detectives: Array<number>, };

/**
 * How a game ended, with its cause.
 */
export type Outcome = { "cause": "captured",
/**
 * Who.
 */
by: Hunter,
/**
 * Where.
 */
at: Station, } | { "cause": "cornered",
/**
 * Where.
 */
at: Station, } | { "cause": "grounded" } | { "cause": "escaped" } | { "cause": "stranded" } | { "cause": "crimes" } | { "cause": "out_of_tickets" } | { "cause": "gave_up" } | { "cause": "immobile" } | { "cause": "conceded",
/**
 * Which.
 */
side: Side, };

/**
 * What only the fugitive's side knows.
 */
export type OwnFace = {
/**
 * Where he is.
 */
at: Station | null,
/**
 * Where he started.
 */
start: Station | null,
/**
 * The station of each slot.
 */
route: Array<Station>,
/**
 * His start tile (Holmes).
 */
tile: [Station, Station] | null,
/**
 * His crime tiles, and whether each was played (Holmes).
 */
crimes: Array<[Station, boolean]>,
/**
 * The stations that hunters could enter by one move.
 */
threatened: Array<Station>, };

/**
 * What has to be decided next.
 */
export type Phase = "placing" | "start_draw" | "start_choice" | "fugitive" | "second" | "balloon_draw" | "balloon_landing" | "taking" | "hunters" | "over";

/**
 * What only the fugitive's side sees of an event.
 */
export type PrivateEvent = { "dealt": {
/**
 * His start station, if he has it already.
 */
at: Station | null,
/**
 * Where he was one and two moves ago, if the game was set up in its middle.
 */
before: [Station | null, Station | null],
/**
 * His start tile (Holmes).
 */
tile: [Station, Station] | null,
/**
 * His crime tiles (Holmes).
 */
crimes: Array<[Station, boolean]>, } } | { "at": Station };

/**
 * What was published with a step.
 */
export type ProofFace = string | SignedHead;

/**
 * Normal tickets of the three kinds: a detective's, a pool, the supply, or the fugitive's own.
 */
export type Purse = { taxi: number; bus: number; underground: number };

/**
 * How hard a puzzle is by the tries of people.
 */
export type PuzzleFace = {
/**
 * Which.
 */
id: string,
/**
 * Its rating and how far off that may be, such as `1432 90`.
 */
rating: string,
/**
 * How many tries moved it.
 */
tries: number, };

/**
 * A first try of a puzzle, as a browser tells of it.
 */
export type PuzzleTry = {
/**
 * Rating and deviation of who tried, before it: such as `1500 350`.
 */
rating: string,
/**
 * Whether the first answer was right.
 */
solved: boolean, };

/**
 * One of the four quarters of a board.
 */
export type Quarter = "I" | "II" | "III" | "IV";

/**
 * How somebody takes what happened. A closed list.
 */
export type Reaction = "hello" | "well_played" | "oops" | "laugh" | "thinking" | "hurry";

/**
 * One moment of a game.
 */
export type ReplayFrame = {
/**
 * What happened.
 */
event: FugitiveEvent,
/**
 * What everybody knew after it.
 */
state: State,
/**
 * The travel log as the hunters saw it.
 */
log: Array<LogSlot>,
/**
 * Where he was, if the record is whole.
 */
at: Station | null,
/**
 * Where he could be, for all the hunters knew.
 */
possible: Array<Station>, };

/**
 * A record played again.
 */
export type Replayed = {
/**
 * What was agreed.
 */
settings: Settings,
/**
 * What follows from that.
 */
about: About,
/**
 * The tags of the record.
 */
tags: Array<[string, string]>,
/**
 * The game, event by event.
 */
frames: Array<ReplayFrame>,
/**
 * How it was played anew from some of its moments.
 */
variations?: Array<ReplayedVariation>,
/**
 * How many proofs the record has, all of which hold.
 */
proofs: number, };

/**
 * Another course of a game.
 */
export type ReplayedVariation = {
/**
 * How many moments of the game come before it.
 */
after: number,
/**
 * The moments that follow.
 */
frames: Array<ReplayFrame>, };

/**
 * The black and double tickets that hide-outs offer.
 */
export type Reserve = {
/**
 * Black tickets.
 */
black: number,
/**
 * Double tickets.
 */
double: number, };

/**
 * How a table looks. Whatever a client shows is in here; events tell how it came about.
 */
export type Scene = {
/**
 * Which table.
 */
table: string,
/**
 * After how many entries.
 */
version: number,
/**
 * Who looks.
 */
audience: Audience,
/**
 * How far it has come.
 */
stage: Stage,
/**
 * What was agreed.
 */
settings: Settings,
/**
 * What follows from that.
 */
about: About,
/**
 * Who made it.
 */
host: GuestNumber,
/**
 * Who may come, and how.
 */
access: Access,
/**
 * Who asks for which seat.
 */
seat_requests: Array<SeatRequest>,
/**
 * The people who ever did something here.
 */
guests: Array<GuestFace>,
/**
 * The seats, the fugitive's first.
 */
seats: Array<SeatFace>,
/**
 * Who may move which hunter.
 */
movers: Array<MoversFace>,
/**
 * What the game is shuffled from, once that is decided.
 */
shuffle: ShuffleFace | null,
/**
 * The game, once it has begun.
 */
game: GameFace | null,
/**
 * The score of the games in a row.
 */
series: SeriesFace | null, };

/**
 * A seat: the fugitive's, or that of a detective. Bobbies have none; whoever hunts moves them.
 */
export type Seat = string;

/**
 * A seat.
 */
export type SeatFace = {
/**
 * Which.
 */
seat: Seat,
/**
 * Who is on it.
 */
occupant: Occupant, };

/**
 * Somebody asks for a bot's seat while a game goes on.
 */
export type SeatRequest = {
/**
 * Who.
 */
guest: GuestNumber,
/**
 * Which.
 */
seat: Seat, };

/**
 * The score of several games of the same people.
 */
export type SeriesFace = {
/**
 * Who plays, in the order of the seats in the first game.
 */
players: Array<Occupant>,
/**
 * The points of each.
 */
points: Array<number>,
/**
 * The finished games: who was the fugitive, how it ended, the points.
 */
games: Array<SeriesGameFace>,
/**
 * How many games there are in all, if that is fixed.
 */
length: number | null,
/**
 * Who has won, once all are played: places in the list of players.
 */
winners: Array<number>, };

/**
 * A finished game of a series.
 */
export type SeriesGameFace = {
/**
 * The fugitive's place in the list of players.
 */
fugitive: number,
/**
 * How it ended.
 */
outcome: Outcome,
/**
 * Who has won, where games are won or lost.
 */
winner: Side | null,
/**
 * The fugitive's points, in editions that count them.
 */
score: number | null, };

/**
 * What the server says.
 */
export type ServerMessage = { "type": "welcome",
/**
 * The version of the protocol that the server speaks.
 */
protocol: number, } | { "type": "you" } & You | { "type": "news" } & News | { "type": "history" } & History | { "type": "done",
/**
 * The client's id.
 */
id: string,
/**
 * The version of the table after it.
 */
version: number, } | { "type": "refused",
/**
 * The client's id, if there was one.
 */
id?: string,
/**
 * For programs.
 */
code: Code,
/**
 * For people.
 */
text: string, } | { "type": "explained" } & Explanation | { "type": "pong", } | { "type": "present",
/**
 * Those with a seat, and the host.
 */
guests: Array<GuestNumber>,
/**
 * Those without.
 */
spectators: number, } | { "type": "waiting",
/**
 * How many come before it; 0 if it waits no more.
 */
ahead: number, } | { "type": "bye",
/**
 * Why.
 */
code: Code,
/**
 * In words.
 */
text: string, };

/**
 * What is agreed for a table.
 */
export type Settings = {
/**
 * The edition, by its id.
 */
edition: string,
/**
 * The options, each `KEY=VALUE`. A table completes those that are not given: with the edition's
 * default, but for a pool, which it proposes or not until somebody decides (6.2.8).
 */
options: Array<string>,
/**
 * How many detectives hunt.
 */
detectives: number,
/**
 * How long people may think.
 */
clock: Clock,
/**
 * Who finds the table.
 */
visibility: Visibility,
/**
 * What help is allowed.
 */
assist: Assist,
/**
 * Whether people may take hints although others play. Who plays against bots alone may anyway.
 */
hints?: boolean, };

/**
 * What a game is shuffled from.
 */
export type ShuffleFace = {
/**
 * The SHA-256 of the server's number.
 */
commitment: string,
/**
 * The server's number, once the game is over.
 */
number: string | null,
/**
 * The key with which the game is signed.
 */
key: string | null,
/**
 * What people add, in the order of their guest numbers.
 */
contributions: Array<ContributionFace>,
/**
 * How long is still waited for numbers, in milliseconds; left out once the game has begun.
 */
time_left?: number, };

/**
 * One of the two sides.
 */
export type Side = "fugitive" | "hunters";

/**
 * What a mark says of a station. A closed list.
 */
export type Sign = "here" | "not_here" | "watch";

/**
 * The head of a chain after a link.
 */
export type SignedHead = {
/**
 * The number of the link; that of the deal is 0.
 */
link: number,
/**
 * The hash of everything up to it.
 */
head: string,
/**
 * The signature under it.
 */
signature?: string, };

/**
 * Who is to sit where when a table is made.
 */
export type Sitter = "me" | "open" | { "bot": Level };

/**
 * Who may watch a table without a seat.
 */
export type Spectators = "welcome" | { "delayed": {
/**
 * How many, from 1 to 50. A decision of either side is a move.
 */
moves: number, } } | "off";

/**
 * How far a table has come.
 */
export type Stage = "lobby" | "playing" | "over" | "abandoned";

/**
 * So many games.
 */
export type StartCount = {
/**
 * How many.
 */
games: number,
/**
 * How many of them the fugitive won.
 */
fugitive_wins: number, };

/**
 * How the games of one edition with so many detectives ended, with the usual options.
 */
export type StartsFace = {
/**
 * The edition.
 */
edition: string,
/**
 * How many detectives hunted.
 */
detectives: number,
/**
 * By how they ended; each game is in one of these.
 */
endings: { [key in string]: StartCount },
/**
 * By where the fugitive started.
 */
by_start: { [key in string]: StartCount },
/**
 * By how many lines the nearest hunter started away.
 */
by_nearest: { [key in string]: StartCount }, };

/**
 * What everybody knows of a moment, written freely.
 */
export type State = {
/**
 * What has to be decided next.
 */
phase: Phase,
/**
 * The round, counted from 1.
 */
round: number,
/**
 * How many slots of the log are filled.
 */
filled: number,
/**
 * Which part of his turn the fugitive's last move was.
 */
leg: Leg,
/**
 * The hunters: detectives in the order of the seats, then bobbies.
 */
hunters: Array<HunterState>,
/**
 * The purses of the detectives: one each, or one pool, or none where nobody pays.
 */
purses: Array<Purse>,
/**
 * The supply, or the fugitive's own tickets, or what was paid to him.
 */
stock: Purse,
/**
 * The fugitive's black tickets.
 */
black: number,
/**
 * The fugitive's double tickets.
 */
double: number,
/**
 * Where his piece stands on the board, if it does.
 */
shown: Station | null,
/**
 * The slots of an open log that are covered.
 */
covered: Array<number>,
/**
 * Whether he has played a black ticket in this turn.
 */
black_this_turn: boolean,
/**
 * Whether he played a black ticket in his last turn.
 */
black_last_turn: boolean,
/**
 * What the Holmes variant adds.
 */
case?: CaseSetup,
/**
 * How the game ended, if it has.
 */
outcome: Outcome | null, };

/**
 * A numbered stop on a board, from 1 to [`Station::MAX`].
 *
 * ```
 * use fogbound_rules::Station;
 * assert_eq!(Station::new(67).unwrap().number(), 67);
 * assert!(Station::new(0).is_none());
 * ```
 */
export type Station = number;

/**
 * What the normal tickets are that lie beside the board.
 */
export type Stock = "uncounted" | "supply" | "own" | "paid";

/**
 * Why a hunter cannot move.
 */
export type Stuck = "no_ticket" | "hemmed_in";

/**
 * A hunter that cannot move.
 */
export type StuckFace = {
/**
 * Which.
 */
hunter: Hunter,
/**
 * Why.
 */
why: Stuck, };

/**
 * What a list shows of a table. Nothing in it is secret.
 */
export type Summary = {
/**
 * Which table.
 */
table: string,
/**
 * The edition.
 */
edition: string,
/**
 * How many detectives hunt.
 */
detectives: number,
/**
 * Whether the game has begun.
 */
playing: boolean,
/**
 * The name of who made it.
 */
host: string,
/**
 * The open seats.
 */
open: Array<Seat>,
/**
 * How many people have a seat.
 */
people: number,
/**
 * How many seats bots have.
 */
bots: number,
/**
 * How long people may think.
 */
clock: Clock, };

/**
 * Something that happened at a table, as one audience sees it. `E` is what it sees of the game: for
 * everybody but the fugitive's side a [`PublicEvent`], which has no private part.
 */
export type TableEvent = {
/**
 * The version of the table after it.
 */
version: number,
/**
 * When, in milliseconds of table time.
 */
at: number,
/**
 * Who did it; none if the server did.
 */
by?: GuestNumber, } & ({ "what": "made" } | { "what": "came", name: string, } | { "what": "named", name: string, } | { "what": "sat", seat: Seat, } | { "what": "claimed" } | { "what": "seat_asked", seat: Seat, } | { "what": "seat_granted", guest: GuestNumber, seat: Seat, } | { "what": "seat_declined", guest: GuestNumber, } | { "what": "access_set", access: Access, } | { "what": "removed", guest: GuestNumber, } | { "what": "banned", guest: GuestNumber, banned: boolean, } | { "what": "freed", seat: Seat, } | { "what": "bot_sat", seat: Seat, level: Level, } | { "what": "resumed", seat: Seat, } | { "what": "settled", settings: Settings, } | { "what": "readied", ready: boolean, } | { "what": "committed", commitment: string, } | { "what": "shuffle_began", shuffle: ShuffleFace, } | { "what": "number_opened", number: string, } | { "what": "began",
/**
 * The number of the game at this table.
 */
game: number,
/**
 * What this audience sees of it.
 */
events: Array<FugitiveEvent>,
/**
 * What the server promises to open.
 */
proof?: ProofFace, } | { "what": "played", cause: Cause,
/**
 * What this audience sees of it.
 */
events: Array<FugitiveEvent>,
/**
 * What the server promises to open.
 */
proof?: ProofFace, } | { "what": "yielded" } | { "what": "undo_asked" } | { "what": "undo_refused" } | { "what": "undone",
/**
 * How many of the game's events still hold.
 */
events: number,
/**
 * What the server promises to open.
 */
proof?: ProofFace, } | { "what": "said", to: Hearers, text: string, } | { "what": "pointed", station: Station, } | { "what": "marked", station: Station, sign: Sign | null, } | { "what": "planned", hunter: Hunter, to: Station | null, } | { "what": "reacted", to: Hearers, reaction: Reaction, } | { "what": "hinted" } | { "what": "muted", guest: GuestNumber, muted: boolean, } | { "what": "rematched", sides: "kept" | "rotated", } | { "what": "abandoned",
/**
 * The last link of the chain.
 */
proof?: ProofFace, } | { "what": "hidden" });

/**
 * A mark at a station; a station has at most one.
 */
export type TeamMark = {
/**
 * Where.
 */
station: Station,
/**
 * What it says.
 */
sign: Sign,
/**
 * Who put it there.
 */
guest: GuestNumber, };

/**
 * Where a hunter is to go; a hunter has at most one plan.
 */
export type TeamPlan = {
/**
 * Which hunter.
 */
hunter: Hunter,
/**
 * Where to.
 */
to: Station,
/**
 * Who proposes it.
 */
guest: GuestNumber, };

/**
 * The words for what runs along the lines, and for the tickets.
 */
export type Theme = "london" | "victorian";

/**
 * What pays for a move. The double ticket is not one of these: it is played on top of two of them.
 */
export type Ticket = "taxi" | "bus" | "underground" | "black";

/**
 * The use of a character token (rule 6.4.6).
 */
export type Token = { "token": "quarter" } | { "token": "symbol",
/**
 * Which.
 */
symbol: Mark, } | { "token": "ban",
/**
 * Which.
 */
ticket: Ticket, } | { "token": "trail" } | { "token": "block",
/**
 * Which.
 */
at: Station, };

/**
 * What a token does, without at whom or what.
 */
export type TokenKind = "quarter" | "symbol" | "ban" | "trail" | "block";

/**
 * What runs along a line.
 */
export type Transport = "taxi" | "bus" | "underground" | "ferry";

/**
 * Who decides next.
 */
export type Turn = "fugitive" | "hunters" | "chance" | "over";

/**
 * Who finds a table.
 */
export type Visibility = "link" | "public";

/**
 * The printed game whose words an edition uses for what all editions have: the travel log, the ferry,
 * the black ticket. Printings in one language differ in them.
 */
export type Words = "modern" | "classic" | "holmes" | "compact";

/**
 * Who one is at a table.
 */
export type You = {
/**
 * One's number, once one has done something.
 */
guest: GuestNumber | null,
/**
 * The secret of the link by which another device of one's own comes in. It fits once.
 */
key: string | null,
/**
 * The devices from which one plays.
 */
devices: Array<DeviceFace>,
/**
 * One's seats.
 */
seats: Array<Seat>,
/**
 * As which audience one is told what happens.
 */
audience: Audience,
/**
 * The audiences that one belongs to.
 */
audiences: Array<Audience>,
/**
 * By how many moves one is told late what happens in a game; none if at once.
 */
delay?: number, };
