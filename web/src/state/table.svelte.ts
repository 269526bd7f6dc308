// The state of one table, as the server tells it. It knows no rules: what may be done is in the
// scene, and what happened is in the events.
import { RequestError, table as ask } from '../protocol/http';
import { type Link, TableSocket } from '../protocol/socket';
import type {
  Action,
  Code,
  Command,
  Explanation,
  Scene,
  ServerMessage,
  TableEvent,
  View,
  You,
} from '../protocol/types';

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

/** A command that was sent, until its answer and its news are there. */
export interface Pending {
  id: string;
  command: Command;
  /** It was done; the news of this version shows it. */
  until?: number;
}

/** How long a notice is shown, in milliseconds. */
const NOTICE = 9000;

export class TableState {
  readonly table: string;
  scene = $state.raw<Scene | null>(null);
  you = $state.raw<You | null>(null);
  link = $state<Link>('connecting');
  /** The events since the last reset, oldest first. */
  events = $state.raw<TableEvent[]>([]);
  /** The events of the last news that moved the game on, for those who animate. */
  fresh = $state.raw<{ events: TableEvent[]; reset: boolean }>({ events: [], reset: true });
  present = $state.raw<{ guests: number[]; spectators: number }>({ guests: [], spectators: 0 });
  pending = $state.raw<Pending[]>([]);
  notice = $state.raw<Notice | null>(null);
  explanation = $state.raw<Explanation | null>(null);
  /** Why the table cannot be shown any more. */
  gone = $state<Code | null>(null);
  /** When the clock of the scene was read. */
  heardAt = $state(0);
  #socket: TableSocket;
  #wanted: View | undefined;

  constructor(table: string) {
    this.table = table;
    this.#socket = new TableSocket(table, {
      heard: (message) => this.#heard(message),
      linked: (link) => this.#linked(link),
      // A page that was reloaded starts behind the curtain: only what was lifted since is asked for.
      greeting: () => ({
        ...(this.scene ? { have: this.scene.version } : {}),
        ...(this.#wanted !== undefined ? { view: this.#wanted } : {}),
      }),
    });
  }

  /** Whether one of one's own commands is on its way. */
  get busy(): boolean {
    return this.pending.some((pending) => pending.command.do === 'act');
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

  do(command: Command): void {
    const version = this.scene?.version ?? 0;
    this.notice = null;
    const id = this.#socket.do(version, command);
    this.pending = [...this.pending, { id, command }];
  }

  act(action: Action): void {
    this.do({ do: 'act', action });
  }

  /** Takes back what waits for the net. */
  withdraw(): void {
    for (const { id } of this.pending) this.#socket.withdraw(id);
    this.pending = [];
  }

  /** Looks with the eyes of the other side, for one who plays both. */
  look(view: View): void {
    if (this.#wanted === view) return;
    this.#wanted = view;
    if (view !== 'fugitive') this.#forget();
    this.#socket.look(view);
  }

  explain(station: number): void {
    this.#socket.explain(station);
  }

  close(): void {
    this.#socket.close();
  }

  /** What only the fugitive may know leaves the page at once, not with the next message. */
  #forget(): void {
    if (this.scene?.view !== 'fugitive') return;
    const game = this.scene.game;
    if (game) {
      const { own: _, ...rest } = game;
      this.scene = { ...this.scene, game: { ...rest, actions: [] } };
    }
    const open = (event: TableEvent): TableEvent =>
      event.what === 'played' || event.what === 'began'
        ? { ...event, events: event.events.map(({ private: _, ...open }) => open) }
        : event;
    this.events = this.events.map(open);
    this.fresh = { events: [], reset: true };
  }

  /** A socket that never opened does not say why; the answer over HTTP does. */
  #linked(link: Link): void {
    this.link = link;
    if (link !== 'lost' || this.scene !== null) return;
    ask(this.table).catch((error: unknown) => {
      if (!(error instanceof RequestError) || error.code !== 'no_table') return;
      this.gone = 'no_table';
      this.#socket.close();
    });
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
      case 'pong':
        break;
      case 'you': {
        const { type: _, ...you } = message;
        this.you = you;
        // Seats may have changed, or the wish was not heard.
        if (this.#wanted !== undefined && !you.views.includes(this.#wanted)) this.#wanted = undefined;
        if (this.#wanted !== undefined && you.view !== this.#wanted) this.#socket.look(this.#wanted);
        break;
      }
      case 'news': {
        this.pending = this.pending.filter(({ until }) => until === undefined || until > message.scene.version);
        const events = message.reset ? message.events : [...this.events, ...message.events];
        // Views that were not asked for any more are not shown: they were on their way.
        if (this.#wanted === 'hunters' && message.scene.view === 'fugitive') break;
        this.events = events;
        this.scene = message.scene;
        this.heardAt = performance.now();
        this.fresh = { events: message.events, reset: message.reset };
        break;
      }
      case 'done':
        if ((this.scene?.version ?? 0) >= message.version) this.#answered(message.id);
        else
          this.pending = this.pending.map((pending) =>
            pending.id === message.id ? { ...pending, until: message.version } : pending,
          );
        break;
      case 'refused': {
        const offline = message.id !== undefined && this.#answered(message.id);
        const withdrawn = message.code === 'stale' && offline;
        const notice: Notice = { kind: withdrawn ? 'withdrawn' : 'refused', code: message.code };
        this.notice = notice;
        setTimeout(() => {
          if (this.notice === notice) this.notice = null;
        }, NOTICE);
        break;
      }
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
      case 'bye':
        if (message.code === 'no_table' || message.code === 'bad_message') this.gone = message.code;
        if (message.code === 'too_long') this.pending = [];
        break;
    }
  }

  #answered(id: string): boolean {
    const known = this.pending.some((pending) => pending.id === id);
    this.pending = this.pending.filter((pending) => pending.id !== id);
    return known;
  }
}
