// The editions that can be played: those of the program at first, and those of the server when it has
// told them, which may have some of the host's own.
import { editionTitle } from '../game/words';
import bundled from '../protocol/editions.json';
import { getJson } from '../protocol/http';
import type { EditionSummary } from '../protocol/messages';

interface Known {
  all: EditionSummary[];
  /** Whether the server has still to answer. */
  coming: boolean;
}

// The server wrote the file: its types are those of the server, which the compiler cannot see.
let current = $state.raw<Known>({ all: bundled as unknown as EditionSummary[], coming: true });
let asked = false;

/** Asks the server, once; again only if that failed. */
export function bringEditions(): void {
  if (asked) return;
  asked = true;
  getJson<EditionSummary[]>('/api/editions')
    .then((all) => (current = { all, coming: false }))
    .catch(() => {
      asked = false;
      current = { ...current, coming: false };
    });
}

/** All editions, in the order of the server. */
export function editions(): EditionSummary[] {
  return current.all;
}

export function edition(id: string): EditionSummary | undefined {
  return current.all.find((other) => other.id === id);
}

/** The title of an edition that is known by its id only. */
export function titleOf(id: string): string {
  return editionTitle(edition(id) ?? { id, title: id });
}

/** The one to begin with. */
export function firstEdition(): EditionSummary {
  return current.all[0]!;
}

/** Whether there may be editions that the server has not told yet. */
export function areComing(): boolean {
  return current.coming;
}
