// What the signs of a game mean: those that this board and these rules have. A pure function.
import type { Board, Transport } from '../board/board';
import { printed, t } from '../i18n/index.svelte';
import { longPrinted, lt, type LongKey } from '../i18n/long.svelte';
import type { Scene } from '../protocol/messages';
import { fugitiveName, linesOpen, transportName } from './words';

/** Signs that the server draws on a station. */
const DRAWN = ['hideout', 'park', 'monument', 'river'] as const;
export type Drawn = (typeof DRAWN)[number];

export type Sign = Drawn | 'token' | 'crime' | 'balloon' | 'quarter' | 'roadblock' | 'reserve' | 'supply';

/** What the page draws on stations. */
export type BoardMark = 'target' | 'danger' | 'seen' | 'lamp';

/** What stands on the slots of the travel log. */
export type LogMark = 'reveal' | 'double' | 'crime' | 'lie_low' | 'take_black' | 'take_double';

export interface Legend {
  lines: { transport: Transport; text: string }[];
  signs: { sign: Sign; text: string }[];
  marks: { mark: BoardMark; text: string }[];
  log: { mark: LogMark; text: string }[];
}

export function isDrawn(sign: Sign): sign is Drawn {
  return (DRAWN as readonly Sign[]).includes(sign);
}

type Looked = Pick<Scene, 'about' | 'game' | 'audience' | 'settings'>;

export function legendOf(scene: Looked, board: Board): Legend {
  const { about, game } = scene;
  const marks = new Set(board.stations.flatMap((station) => station.marks));
  const values = { fugitive: fugitiveName(about), name: printed(about, 'stock.supply'), reserve: t('stock.reserve') };
  const text = (key: string) => longPrinted(about, `legend.${key}` as LongKey, values);
  const tokens = about.hunters.some(({ token }) => token !== undefined);
  const quarters = tokens && [...marks].some((mark) => mark.startsWith('quarter-'));
  const blocks = about.hunters.some(({ token }) => token === 'block');
  // Signs of a board mean nothing in rules that do not use them.
  const signs: [Sign, boolean][] = [
    ['token', tokens],
    ['crime', about.crimes > 0],
    ...DRAWN.map((sign): [Sign, boolean] => [sign, marks.has(sign) && Boolean(game?.state.case)]),
    ['balloon', marks.has('hideout') && Boolean(game?.state.case)],
    ['quarter', quarters],
    ['roadblock', blocks],
    ['reserve', Boolean(game?.state.case)],
    ['supply', about.stock === 'supply'],
  ];
  return {
    lines: linesOpen(about, board).map((transport) => ({
      transport,
      text: `${transportName(about, transport)}: ${lt(`legend.line.${transport}`)}`,
    })),
    signs: signs.filter(([, there]) => there).map(([sign]) => ({ sign, text: text(sign) })),
    marks: boardMarks(scene).map((mark) => ({ mark, text: text(`mark.${mark}`) })),
    log: logMarks(scene).map((mark) => ({ mark, text: text(`log.${mark}`) })),
  };
}

/** Only those that who looks can come to see. */
function boardMarks({ audience, settings }: Looked): BoardMark[] {
  const [his, helped] = [audience === 'fugitive', settings.assist !== 'off'];
  const found: [BoardMark, boolean][] = [
    ['target', audience !== 'spectator'],
    ['danger', his && helped],
    ['seen', his],
    ['lamp', helped],
  ];
  return found.filter(([, there]) => there).map(([mark]) => mark);
}

function logMarks({ about, game }: Looked): LogMark[] {
  const found: [LogMark, boolean][] = [
    ['reveal', about.reveals.length > 0],
    ['double', about.doubles],
    ['crime', about.crimes > 0],
    ...(['lie_low', 'take_black', 'take_double'] as const).map((mark): [LogMark, boolean] => [
      mark,
      Boolean(game?.state.case),
    ]),
  ];
  return found.filter(([, there]) => there).map(([mark]) => mark);
}
