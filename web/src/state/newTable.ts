// The tables that people make from the start page.
import { makeTable } from '../protocol/http';
import type { Assist, EditionSummary, NewSeat, Settings } from '../protocol/messages';
import { DETECTIVES } from '../protocol/names';
import { go } from '../router.svelte';
import { commitment } from '../end/chain';
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

/** Makes a table and goes there. Who has given no name is known by a number. */
export async function begin(wish: Wish): Promise<void> {
  const { edition, mode, name, level } = wish;
  // The board is on its way while the server makes the table.
  void import('../board/load').then(({ preload }) => preload(edition.board));
  const settings = usualSettings(wish);
  const bot: Sitter = { bot: level };
  const [fugitive, hunters]: [Sitter, Sitter] =
    mode === 'hunt' ? [bot, 'me'] : mode === 'hide' ? ['me', bot] : mode === 'screen' ? ['me', 'me'] : ['me', 'open'];
  const number = newNumber();
  const { table } = await makeTable({
    settings,
    name: name || unnamed(1),
    seats: seats(settings.detectives, fugitive, hunters),
    start: mode !== 'friends',
    commitment: commitment(number),
  });
  keepNumber(table, number);
  go(`/t/${table}`);
}
