// The commands that are under way: sent, or waiting for the net, until the table shows what came of
// them. This is the only place that knows of them.
import type { Command } from '../protocol/messages';

export interface UnderWay {
  id: string;
  /** The version of the table at which it was decided. */
  version: number;
  command: Command;
  /** It was done; the news of this version shows it. */
  shownAt?: number;
}

/** An id that no other command has; also where the page came over plain HTTP. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Commands {
  #all = $state.raw<readonly UnderWay[]>([]);

  /** Whether a decision of the game is under way: then no other can be taken. */
  get acting(): boolean {
    return this.#all.some(({ command }) => command.do === 'act');
  }

  /** Those that were not answered: they are sent again when the net is back. Their ids are the same,
   * so that each is done once. */
  get unanswered(): readonly UnderWay[] {
    return this.#all.filter(({ shownAt }) => shownAt === undefined);
  }

  add(version: number, command: Command): UnderWay {
    const added = { id: newId(), version, command };
    this.#all = [...this.#all, added];
    return added;
  }

  /** It was done, and the table will look so from a version on. */
  done(id: string, shownAt: number, now: number): void {
    this.#all = this.#all.map((other) => (other.id === id ? { ...other, shownAt } : other));
    this.shown(now);
  }

  /** It was not done. Returns whether it was known. */
  refused(id: string): boolean {
    const known = this.#all.some((other) => other.id === id);
    this.#all = this.#all.filter((other) => other.id !== id);
    return known;
  }

  /** The table is shown at a version. */
  shown(version: number): void {
    this.#all = this.#all.filter(({ shownAt }) => shownAt === undefined || shownAt > version);
  }

  /** Takes back all of them. */
  withdraw(): void {
    this.#all = [];
  }
}
