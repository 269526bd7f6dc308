// The tables that people make from the start page.
import { makeHere } from '../local/office';
import { isStatic } from '../local/tables';
import { makeTable, RequestError } from '../protocol/http';
import bundled from '../protocol/editions.json';
import type { Assist, EditionSummary, NewSeat, NewTable, Settings } from '../protocol/messages';
import { DETECTIVES } from '../protocol/names';
import { go } from '../router.svelte';
import { commitment } from '../end/chain';
import { beforeRenewal } from './outdated';
import { unnamed } from './seats';
import { keepNumber, newNumber } from './witness';

export type Mode = 'hunt' | 'hide' | 'friends' | 'screen';

/** What holds unless something else is agreed. Around one screen nobody is helped: the others look on. */
function usualSettings({ edition, mode, assist, detectives }: Wish): Settings {
  const { id, usual, detectives: allowed } = edition;
  return {
    edition: id,
    options: [],
    detectives: detectives !== undefined && allowed.includes(detectives) ? detectives : usual,
    clock: { kind: 'none' },
    visibility: 'link',
    assist: mode === 'screen' ? 'off' : assist,
  };
}

type Sitter = NewSeat['who'];

function seats(detectives: number, fugitive: Sitter, hunters: Sitter): NewSeat[] {
  const all = DETECTIVES.slice(0, detectives).map((seat) => ({ seat, who: hunters }));
  return [{ seat: 'fugitive', who: fugitive }, ...all];
}

/** What a new table is to be. */
export interface Wish {
  edition: EditionSummary;
  mode: Mode;
  assist: Assist;
  name: string;
  level: number;
  /** How many, if not as many as usual. */
  detectives?: number | undefined;
}

/** Makes a table on this device if nobody else comes to it, and at the server otherwise. */
async function make(wanted: NewTable, { mode, edition }: Wish): Promise<string> {
  const alone = mode !== 'friends' && bundled.some(({ id }) => id === edition.id);
  if (alone) {
    return makeHere(
      (office) => office.make(wanted),
      () => makeTable(wanted),
    );
  }
  if (isStatic()) throw new RequestError('no_worker', 'this browser cannot play here');
  return (await makeTable(wanted)).table;
}

/** Makes a table and goes there. Who has given no name is known by a number. */
export function begin(wish: Wish): Promise<void> {
  // What is fetched ahead may be gone; the table that is made is not lost for that.
  return beforeRenewal(() => beginNow(wish));
}

async function beginNow(wish: Wish): Promise<void> {
  const { edition, mode, name, level } = wish;
  // The board and the screens are on their way while the table is made; what fails is asked for again there.
  void import('../board/load').then(({ preload }) => preload(edition.board));
  void import('../game/TableScreen.svelte').catch(() => undefined);
  if (mode !== 'friends') void import('../game/GameScreen.svelte').catch(() => undefined);
  const settings = usualSettings(wish);
  const bot: Sitter = { bot: level };
  const [fugitive, hunters]: [Sitter, Sitter] =
    mode === 'hunt' ? [bot, 'me'] : mode === 'hide' ? ['me', bot] : mode === 'screen' ? ['me', 'me'] : ['me', 'open'];
  const number = newNumber();
  const wanted: NewTable = {
    settings,
    name: name || unnamed(1),
    seats: seats(settings.detectives, fugitive, hunters),
    start: mode !== 'friends',
    commitment: commitment(number),
  };
  const table = await make(wanted, wish);
  keepNumber(table, number);
  go(`/t/${table}`);
}
