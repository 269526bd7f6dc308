// What the signs of a game mean: those that this board and these rules have. A pure function.
import type { Board, Transport } from '../board/board';
import { longPrinted, lt, type LongKey } from '../i18n/long.svelte';
import type { Scene } from '../protocol/messages';
import { fugitiveName, linesOpen, transportName } from './words';

/** Signs that the server draws on a station. */
const DRAWN = ['hideout', 'park', 'monument', 'river'] as const;
export type Drawn = (typeof DRAWN)[number];

export type Sign = Drawn | 'token' | 'crime' | 'quarter' | 'roadblock' | 'reserve';

export interface Legend {
  lines: { transport: Transport; text: string }[];
  signs: { sign: Sign; text: string }[];
}

export function isDrawn(sign: Sign): sign is Drawn {
  return (DRAWN as readonly Sign[]).includes(sign);
}

export function legendOf({ about, game }: Pick<Scene, 'about' | 'game'>, board: Board): Legend {
  const marks = new Set(board.stations.flatMap((station) => station.marks));
  const values = { fugitive: fugitiveName(about) };
  const tokens = about.hunters.some(({ token }) => token !== undefined);
  const quarters = tokens && [...marks].some((mark) => mark.startsWith('quarter-'));
  const blocks = about.hunters.some(({ token }) => token === 'block');
  // Signs of a board mean nothing in rules that do not use them.
  const signs: [Sign, boolean][] = [
    ['token', tokens],
    ['crime', about.crimes > 0],
    ...DRAWN.map((sign): [Sign, boolean] => [sign, marks.has(sign) && Boolean(game?.state.case)]),
    ['quarter', quarters],
    ['roadblock', blocks],
    ['reserve', Boolean(game?.state.case)],
  ];
  return {
    lines: linesOpen(about, board).map((transport) => ({
      transport,
      text: `${transportName(about, transport)}: ${lt(`legend.line.${transport}`)}`,
    })),
    signs: signs
      .filter(([, there]) => there)
      .map(([sign]) => ({ sign, text: longPrinted(about, `legend.${sign}` as LongKey, values) })),
  };
}
