// The tables that people make from the start page.
import { makeTable } from '../protocol/http';
import type { Assist, EditionSummary, NewSeat, Settings } from '../protocol/messages';
import { DETECTIVES } from '../protocol/names';
import { go } from '../router.svelte';
import { commitment } from '../end/chain';
import { unnamed } from './seats';
import { keepNumber, newNumber } from './witness';

export type Mode = 'hunt' | 'hide' | 'friends' | 'screen';

/** What holds unless something else is agreed. Help is for those who play against bots; people agree on it
 * in the lobby. */
function usualSettings({ id, usual }: EditionSummary, mode: Mode, assist: Assist): Settings {
  return {
    edition: id,
    options: [],
    detectives: usual,
    clock: { kind: 'none' },
    visibility: 'link',
    assist: mode === 'hunt' || mode === 'hide' ? assist : 'off',
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
}

/** Makes a table and goes there. Who has given no name is known by a number. */
export async function begin({ edition, mode, assist, name, level }: Wish): Promise<void> {
  // The board is on its way while the server makes the table.
  void import('../board/load').then(({ preload }) => preload(edition.board));
  const settings = usualSettings(edition, mode, assist);
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
