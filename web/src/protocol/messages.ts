// The messages as the client uses them: the server's types, in which pieces and seats are any text,
// with names that were checked when the message came.
import { type Hunter, isHunter, isSeat, type Seat } from './names';
import type * as wire from './types';

/** Where the server writes the name of a hunter, and where that of a seat. */
const HUNTER_KEYS = ['hunter', 'by', 'from'] as const;
const SEAT_KEYS = ['seat', 'seats', 'due', 'open'] as const;

type Name<Key> = Key extends (typeof HUNTER_KEYS)[number]
  ? Hunter
  : Key extends (typeof SEAT_KEYS)[number]
    ? Seat
    : string;

/** A type of the server with checked names. */
type Checked<T, Key = ''> = T extends string
  ? string extends T
    ? Name<Key>
    : T
  : T extends readonly [unknown, unknown]
    ? T
    : T extends readonly (infer Item)[]
      ? Checked<Item, Key>[]
      : T extends object
        ? { [Inner in keyof T]: Checked<T[Inner], Inner> }
        : T;

export type About = Checked<wire.About>;
export type Action = Checked<wire.Action>;
export type ClientMessage = Checked<wire.ClientMessage>;
export type Command = Checked<wire.Command>;
export type FugitiveEvent = Checked<wire.FugitiveEvent>;
export type GameFace = Checked<wire.GameFace>;
export type NewSeat = Checked<wire.NewSeat>;
export type NewTable = Checked<wire.NewTable>;
export type BroughtGame = Checked<wire.BroughtGame>;
export type Outcome = Checked<wire.Outcome>;
export type ReplayFrame = Checked<wire.ReplayFrame>;
export type Replayed = Checked<wire.Replayed>;
export type Scene = Checked<wire.Scene>;
export type SeatFace = Checked<wire.SeatFace>;
export type ServerMessage = Checked<wire.ServerMessage>;
export type Summary = Checked<wire.Summary>;
export type TableEvent = Checked<wire.TableEvent>;
export type You = Checked<wire.You>;
export type {
  Ability,
  Answer,
  Assist,
  Clock,
  Code,
  EditionSummary,
  Explanation,
  LogSlot,
  Occupant,
  OptionSummary,
  Purse,
  Reaction,
  Settings,
  Side,
  Spectators,
  Sign,
  Theme,
  Ticket,
  Token,
  TokenKind,
  Turn,
  Audience,
} from './types';

const NAMES = new Map<string, (name: string) => boolean>([
  ...HUNTER_KEYS.map((key) => [key, isHunter] as const),
  ...SEAT_KEYS.map((key) => [key, isSeat] as const),
]);

function check(value: unknown, key: string): void {
  if (typeof value === 'string') {
    if (NAMES.get(key)?.(value) === false) throw new Error(`'${value}' is no ${key} that this page knows`);
  } else if (Array.isArray(value)) {
    for (const item of value) check(item, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [inner, item] of Object.entries(value)) check(item, inner);
  }
}

/** Takes what the server sent; fails if a piece or a seat has a name that this page does not know. */
export function checked<T>(value: T): Checked<T> {
  check(value, '');
  return value as Checked<T>;
}
