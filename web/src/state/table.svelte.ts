// The state of one table, as the server tells it. It knows no rules: what may be done is in the
// scene, and what happened is in the events.
import type {
  Action,
  Code,
  Command,
  Explanation,
  Scene,
  ServerMessage,
  TableEvent,
  Audience,
  You,
} from '../protocol/messages';
import type { Connect, Loss, Transport } from '../protocol/transport';
import { Commands } from './commands.svelte';
import { HiddenGuests } from './hiddenGuests.svelte';
import { notePeople } from './people';
import { Witness } from './witness';

export const PROTOCOL = 3;

/** Whether the table hears: not before it has said so, and not after the net was lost. */
export type Link = 'connecting' | 'open' | 'lost' | 'closed';

/** A line of talk. */
export interface Line {
  version: number;
  by: number;
  team: boolean;
  text: string;
}

/** Something to be said once, and shown for a while. */
export interface Notice {
  kind: 'refused' | 'withdrawn';
  code: Code;
}

/** How long a notice is shown, in milliseconds. */
const NOTICE = 9000;
/** After so long a command is sent again that the server could not carry out. */
const AGAIN = 1000;

/** What changes whose turn it is. */
const STEPS: ReadonlySet<TableEvent['what']> = new Set(['began', 'played', 'undone', 'rematched', 'abandoned']);

export class TableState {
  readonly table: string;
  scene = $state.raw<Scene | null>(null);
  you = $state.raw<You | null>(null);
  link = $state<Link>('connecting');
  /** Why it was lost last. */
  loss = $state<Loss>('net');
  /** Whose talk is not to be seen. */
  readonly hidden: HiddenGuests;
  /** What happened since the last reset, oldest first, and before it as far as it was asked for. */
  #told = $state.raw<TableEvent[]>([]);
  /** The same as it is shown. */
  readonly events = $derived.by(() => this.hidden.without(this.#told));
  /** Whether there are older ones. */
  earlier = $state(false);
  /** The events of the last news that moved the game on, for those who animate. */
  fresh = $state.raw<{ events: TableEvent[]; reset: boolean }>({ events: [], reset: true });
  present = $state.raw<{ guests: number[]; spectators: number }>({ guests: [], spectators: 0 });
  /** How many decisions of other tables come before that of the bot for which this one waits. */
  ahead = $state(0);
  notice = $state.raw<Notice | null>(null);
  explanation = $state.raw<Explanation | null>(null);
  /** Why the table cannot be shown any more. */
  gone = $state<Code | null>(null);
  /** When the clock of the scene was read. */
  heardAt = $state(0);
  readonly #commands = new Commands();
  readonly #witness: Witness;
  /** Whether nothing was told yet since the connection was made. */
  #returns = true;
  /** What was sent without anybody having asked for it, by its id: if it is refused, nobody need know. */
  readonly #quiet = new Set<string>();
  /** What was last sent for the shuffle. */
  #added = '';
  readonly #transport: Transport;
  #wanted: Audience | undefined;
  /** The version before the oldest event. */
  #from = 0;
  /** Whether older events were asked for, by the audience that is shown. */
  #asked = false;

  constructor(table: string, connect: Connect) {
    this.table = table;
    this.hidden = new HiddenGuests(table);
    this.#witness = new Witness(table);
    this.#transport = connect({
      opened: () => this.#greet(),
      heard: (message) => this.#heard(message),
      lost: (why) => ([this.link, this.loss] = ['lost', why]),
    });
  }

  /** Whether one of one's own decisions is on its way. */
  get busy(): boolean {
    return this.#commands.acting;
  }

  get talk(): Line[] {
    const lines: Line[] = [];
    for (const event of this.events) {
      if (event.what === 'said') {
        lines.push({ version: event.version, by: event.by ?? 0, team: event.to === 'team', text: event.text });
      }
    }
    return lines;
  }

  /** Does something at the table. What is done while the net is gone is sent when it is back. */
  do(command: Command): void {
    this.notice = null;
    const { id, version } = this.#commands.add(this.scene?.version ?? 0, command);
    if (this.link === 'open') this.#transport.send({ type: 'do', id, version, command });
  }

  /** Adds to the shuffle what is due: a promise in the lobby, and the number when it is waited for. */
  #add(): void {
    if (this.scene === null || this.link !== 'open') return;
    const number = this.#witness.opening(this.scene, this.you);
    const commitment = number === null ? this.#witness.promise(this.scene, this.you) : null;
    const added = `${number ?? commitment} ${this.you?.seats.join()}`;
    if ((number ?? commitment) === null || added === this.#added) return;
    this.#added = added;
    const command: Command = number !== null ? { do: 'open', number } : { do: 'commit', commitment: commitment! };
    const { id, version } = this.#commands.add(this.scene.version, command);
    this.#quiet.add(id);
    this.#transport.send({ type: 'do', id, version, command });
  }

  act(action: Action): void {
    this.do({ do: 'act', action });
  }

  /** Takes back what waits for the net. */
  withdraw(): void {
    this.#commands.withdraw();
  }

  /** Asks to be told as the other side is, for one who plays both. */
  look(audience: Audience): void {
    if (this.#wanted === audience) return;
    this.#wanted = audience;
    this.#asked = false;
    if (audience !== 'fugitive') this.#forget();
    this.#sendLook(audience);
  }

  /** Asks for what happened before the oldest event. */
  askEarlier(): void {
    if (this.link !== 'open' || !this.earlier) return;
    this.#asked = true;
    this.#transport.send({ type: 'history', until: this.#from });
  }

  explain(station: number): void {
    if (this.link === 'open') this.#transport.send({ type: 'explain', station });
  }

  close(): void {
    this.#transport.close();
    this.link = 'closed';
  }

  #sendLook(audience: Audience): void {
    if (this.link === 'open') this.#transport.send({ type: 'look', audience });
  }

  /** A page that was reloaded starts behind the curtain: only what was asked for since is asked for again. */
  #greet(): void {
    this.#transport.send({
      type: 'hello',
      protocol: PROTOCOL,
      ...(this.scene ? { have: this.scene.version } : {}),
      ...(this.#wanted !== undefined ? { audience: this.#wanted } : {}),
    });
  }

  /** What only the fugitive may know leaves the page at once, not with the next message. */
  #forget(): void {
    if (this.scene?.audience !== 'fugitive') return;
    const game = this.scene.game;
    if (game) {
      const { own: _, ...rest } = game;
      this.scene = { ...this.scene, game: { ...rest, actions: [] } };
    }
    const open = (event: TableEvent): TableEvent =>
      event.what === 'played' || event.what === 'began'
        ? { ...event, events: event.events.map(({ private: _, ...open }) => open) }
        : event;
    this.#told = this.#told.map(open);
    this.fresh = { events: [], reset: true };
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.link = 'open';
        this.#returns = true;
        this.ahead = 0;
        for (const { id, version, command } of this.#commands.unanswered) {
          this.#transport.send({ type: 'do', id, version, command });
        }
        break;
      case 'pong':
        break;
      case 'you': {
        const { type: _, ...you } = message;
        this.you = you;
        // Seats may have changed, or the wish was not heard.
        if (this.#wanted !== undefined && !you.audiences.includes(this.#wanted)) this.#wanted = undefined;
        if (this.#wanted !== undefined && you.audience !== this.#wanted) this.#sendLook(this.#wanted);
        this.#add();
        break;
      }
      case 'news': {
        const version = message.from + message.events.length;
        this.#commands.shown(version);
        // Without a scene the table looks as before.
        const scene = message.scene ?? (this.scene && { ...this.scene, version });
        // What was not asked for any more is not shown: it was on its way.
        if (scene === null || (this.#wanted === 'hunters' && scene.audience === 'fugitive')) break;
        if (message.reset) {
          [this.#from, this.earlier, this.#asked] = [message.from, message.earlier, false];
        }
        this.#told = message.reset ? message.events : [...this.#told, ...message.events];
        this.scene = scene;
        if (message.scene) this.heardAt = performance.now();
        this.fresh = { events: this.hidden.without(message.events), reset: message.reset };
        // What is told first to one who comes back may be long over.
        this.#witness.see(message.events, scene, !message.reset && !this.#returns);
        notePeople(scene, this.you);
        this.#returns = false;
        this.#add();
        // The bot has moved, or need not any more; talk changes nothing. What could not be written down before is.
        if (!message.reset && message.events.some(({ what }) => STEPS.has(what))) {
          this.ahead = 0;
          if (this.notice?.code === 'unavailable') this.notice = null;
        }
        break;
      }
      case 'history':
        if (!this.#asked || message.from + message.events.length !== this.#from) break;
        [this.#from, this.earlier, this.#asked] = [message.from, message.earlier, false];
        this.#told = [...message.events, ...this.#told];
        if (this.scene) this.#witness.see(message.events, this.scene, false);
        break;
      case 'done':
        this.#commands.done(message.id, message.version, this.scene?.version ?? 0);
        break;
      case 'refused':
        this.#refused(message.id, message.code);
        break;
      case 'explained': {
        const { type: _, ...explanation } = message;
        this.explanation = explanation;
        break;
      }
      case 'present': {
        const { guests, spectators } = message;
        this.present = { guests, spectators };
        break;
      }
      case 'waiting':
        this.ahead = message.ahead;
        break;
      case 'bye':
        // Asked again, the answer would be the same.
        if (message.code === 'no_table' || message.code === 'bad_message' || message.code === 'not_yours') {
          this.gone = message.code;
          this.close();
        }
        // What is too long will not be shorter the next time.
        if (message.code === 'too_long') this.#commands.withdraw();
        break;
    }
  }

  #refused(id: string | undefined, code: Code): void {
    // It may or may not have been done: the same is sent again until that is known.
    const unsure = code === 'unavailable' && this.#commands.unanswered.some((other) => other.id === id);
    if (unsure) setTimeout(() => this.#sendAgain(id), AGAIN);
    const own = id !== undefined && !unsure && this.#commands.refused(id);
    if (id !== undefined && !unsure && this.#quiet.delete(id)) return;
    const notice: Notice = { kind: code === 'stale' && own ? 'withdrawn' : 'refused', code };
    this.notice = notice;
    setTimeout(() => {
      if (this.notice === notice) this.notice = null;
    }, NOTICE);
  }

  #sendAgain(id: string | undefined): void {
    const still = this.#commands.unanswered.find((other) => other.id === id);
    if (still === undefined || this.link !== 'open') return;
    this.#transport.send({ type: 'do', id: still.id, version: still.version, command: still.command });
  }
}
