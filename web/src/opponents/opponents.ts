// The opponents that the bots are, one for each level: a name, a face, and a line on what to expect.
// This is all that the client knows of levels.
import { maybe, t } from '../i18n/index.svelte';

/** A part of a face, on a field of 48 by 48. */
interface Part {
  d: string;
  fill?: string;
  /** A line of this colour, if it is one. */
  line?: string;
  width?: number;
}

export interface Opponent {
  /** The strength: 1 is the weakest, 8 the strongest. */
  level: number;
  name: string;
  /** The colour behind the face. */
  ground: string;
  face: Part[];
}

const INK = '#2a241c';
const SKIN = '#efc9a4';
const PALE = '#f4dcc2';
const BROWN = '#c58f63';
const DEEP = '#8f5f3f';

const fill = (fill: string, d: string): Part => ({ d, fill });
const line = (line: string, width: number, d: string): Part => ({ d, line, width });

const SHOULDERS = 'M5 48C6 38 14 34.5 24 34.5S42 38 43 48Z';
const HEAD = 'M15 22C15 31 19 37 24 37S33 31 33 22C33 16 29 13 24 13S15 16 15 22Z';
const EYES = 'M20 24V24.6M28 24V24.6';
const eyes = line(INK, 1.9, EYES);

const OPPONENTS: readonly Opponent[] = [
  {
    level: 1,
    name: 'Toby',
    ground: '#b9d0a8',
    // A boy with a flat cap and a scarf.
    face: [
      fill('#6f7f4a', SHOULDERS),
      fill('#c8442a', 'M14 36C18 40 30 40 34 36L35 41C29 44.5 19 44.5 13 41Z'),
      fill('#a8672f', 'M13.5 25C12 17 17 12 24 12S36 17 34.5 25L32 20H16Z'),
      fill(SKIN, 'M14 24A2.4 2.4 0 1 1 15 28.6ZM34 24A2.4 2.4 0 1 0 33 28.6Z'),
      fill(SKIN, HEAD),
      fill(
        '#5c4a33',
        'M11 18C11 9 20 6.5 28 8C35 9.4 38 14 37.4 17.4C42 18 42.6 20.4 40.6 21.4C33 18.4 20 18.2 11 20.4Z',
      ),
      line('#3f3222', 1.2, 'M12 18.4C20 15.6 30 15.6 37.4 17.6'),
      eyes,
      line('#b9744a', 1.3, 'M17.6 28V28.1M19.6 29.4V29.5M28.6 29.4V29.5M30.4 28V28.1'),
      line(INK, 1.4, 'M20.6 31.6C22.6 34 26.4 33.6 28 31'),
    ],
  },
  {
    level: 2,
    name: 'Daisy',
    ground: '#f2d9a0',
    // A flower seller: straw hat, a flower, curls.
    face: [
      fill('#a8465c', SHOULDERS),
      fill('#7b4a1e', 'M12 21C10 31 12 36 15 37C17 33 17 26 17 20ZM36 21C38 31 36 36 33 37C31 33 31 26 31 20Z'),
      fill(PALE, HEAD),
      fill('#7b4a1e', 'M15 22C16 15 20 13 24 13S32 15 33 22C30 18 26 17.4 24 18C22 17.4 18 18 15 22Z'),
      fill('#e2bd62', 'M4 17.6C12 12.6 36 12.6 44 17.6C36 20.8 12 20.8 4 17.6Z'),
      fill('#ecce7e', 'M14 15C14 7.6 18 5 24 5S34 7.6 34 15C28 17 20 17 14 15Z'),
      line('#a8465c', 2.6, 'M14 14C20 16.2 28 16.2 34 14'),
      fill('#fffdf6', 'M33 6.6A2.6 2.6 0 1 1 36 10A2.6 2.6 0 1 1 32 12.6A2.6 2.6 0 1 1 29.4 9A2.6 2.6 0 1 1 33 6.6Z'),
      fill('#e2a21f', 'M31 9.4A1.8 1.8 0 1 0 34.6 9.4A1.8 1.8 0 1 0 31 9.4Z'),
      eyes,
      line('#d98a78', 2.2, 'M18 29H18.6M29.4 29H30'),
      line('#a33a3a', 1.6, 'M21 32C23 33.8 25 33.8 27 32'),
    ],
  },
  {
    level: 3,
    name: 'Barnaby',
    ground: '#c9b08a',
    // A cabman: a dented top hat, a muffler, a moustache like a brush.
    face: [
      fill('#3e4a3d', SHOULDERS),
      fill('#2c362c', 'M12 37L24 44L36 37L39 48H9Z'),
      fill('#b9912f', 'M13 35C18 39.6 30 39.6 35 35L36 40.6C29 44.6 19 44.6 12 40.6Z'),
      fill('#8a8175', 'M14 20V29L17 28V20ZM34 20V29L31 28V20Z'),
      fill('#e0a987', HEAD),
      fill('#33302e', 'M9 18.6C14 15.4 34 15.4 39 18.6C34 21.4 14 21.4 9 18.6Z'),
      fill('#3d3a37', 'M15 17.6L14 4.6C18 2.4 22 5.4 26 3.6S32 2.6 34.4 5L33 17.6C28 19.4 20 19.4 15 17.6Z'),
      line('#7d2b23', 2.4, 'M15 15.4C20 17.2 28 17.2 33 15.4'),
      eyes,
      line('#8a8175', 1.6, 'M18 21.8L21.4 22.4M30 21.8L26.6 22.4'),
      fill('#c98266', 'M22 27.4A2 2 0 1 0 26 27.4L24 24Z'),
      fill(
        '#8a8175',
        'M24 28.6C20 27.6 16 30.4 14.6 34.4C18 35.6 22 34.6 24 32C26 34.6 30 35.6 33.4 34.4C32 30.4 28 27.6 24 28.6Z',
      ),
    ],
  },
  {
    level: 4,
    name: 'Hester',
    ground: '#b7c9d8',
    // A landlady: a bonnet tied under the chin, round spectacles.
    face: [
      fill('#4d3f5e', SHOULDERS),
      fill('#f3ecd8', 'M16 35.4C20 39 28 39 32 35.4L34 39C28 42 20 42 14 39Z'),
      fill('#5d6f8c', 'M9 25C6 11 14 4 24 4S42 11 39 25C38 31 35 35 32.6 37L31 17H17L15.4 37C13 35 10 31 9 25Z'),
      fill(BROWN, HEAD),
      fill(
        '#4a2f20',
        'M15 22C15.6 15.4 20 13 24 13S32.4 15.4 33 22C29.6 18.6 26.4 17.6 24 15.6C21.6 17.6 18.4 18.6 15 22Z',
      ),
      line('#dfe6ee', 2.2, 'M13 27C11 14 16 8.6 24 8.6S37 14 35 27'),
      fill('#8fa3c2', 'M24 39L17 37.4V43.6ZM24 39L31 37.4V43.6Z'),
      line(
        '#efe6cf',
        1.3,
        'M16.4 25A3.4 3.4 0 1 0 23.2 25A3.4 3.4 0 1 0 16.4 25ZM24.8 25A3.4 3.4 0 1 0 31.6 25A3.4 3.4 0 1 0 24.8 25Z',
      ),
      line(INK, 1.9, 'M19.8 25V25.5M28.2 25V25.5'),
      line('#5b2f22', 1.5, 'M21 32.4H27'),
    ],
  },
  {
    level: 5,
    name: 'Albert',
    ground: '#9db7c4',
    // A constable: a helmet with a star, side whiskers, a moustache that turns up.
    face: [
      fill('#22304f', SHOULDERS),
      line('#c9b45a', 1.6, 'M24 38V47'),
      fill('#1a2540', 'M17 35C20 38.4 28 38.4 31 35L32 38.6C28 41 20 41 16 38.6Z'),
      fill('#b5602c', 'M14.4 20V30L17.4 32V20ZM33.6 20V30L30.6 32V20Z'),
      fill(SKIN, HEAD),
      fill('#1f2b47', 'M12.6 21C12.6 10 18 5.4 22.6 4.6V2.4H25.4V4.6C30 5.4 35.4 10 35.4 21C30 18.4 18 18.4 12.6 21Z'),
      line('#3b4f80', 1.4, 'M12.8 19.6C18 17 30 17 35.2 19.6'),
      fill('#d8c46a', 'M24 8.4L25.4 11.4L28.6 11.8L26.2 14L26.8 17.2L24 15.6L21.2 17.2L21.8 14L19.4 11.8L22.6 11.4Z'),
      eyes,
      fill(
        '#b5602c',
        'M24 30C21.6 28.4 19 29.6 17.6 31.4C16.6 32.4 15 32 14.6 30.6C14 33.8 17 35.2 19.4 34.6C21.4 34.2 23 33 24 31.6C25 33 26.6 34.2 28.6 34.6C31 35.2 34 33.8 33.4 30.6C33 32 31.4 32.4 30.4 31.4C29 29.6 26.4 28.4 24 30Z',
      ),
    ],
  },
  {
    level: 6,
    name: 'Cordelia',
    ground: '#d8b3b8',
    // A reporter: a wide hat worn aslant, with a long feather.
    face: [
      fill('#1f5b5c', SHOULDERS),
      fill('#f3ecd8', 'M20 35L24 43L28 35Z'),
      fill('#33201a', 'M13.6 24C12 32 13 36.6 16.6 38L18 20ZM34.4 24C36 32 35 36.6 31.4 38L30 20Z'),
      fill(PALE, HEAD),
      fill('#33201a', 'M15 23C15 15 20 13 24 13S33 15 33 21C28 20.4 20 17.6 15 23Z'),
      fill('#233437', 'M5 22C8 12 26 7 44 11C45 14 38 17.6 29 18.2C19 18.8 11 20.4 5 22Z'),
      fill('#2c4245', 'M13 16.4C13 8 19 4.6 26 5C31 5.4 34 8 34 12.4C27 16 19 17 13 16.4Z'),
      line('#c9584a', 2.2, 'M13.4 15.6C20 16.4 28 14.6 33.8 11.8'),
      fill('#e9dcc0', 'M31 11C30 3 36 0 46 2C44.6 8 39 12.4 31 12.6Z'),
      line('#b9a67f', 1, 'M31.4 12C36 9.6 40 6 44.6 2.6'),
      eyes,
      line('#33201a', 1.2, 'M17.6 22.4C18.8 21.2 20.6 21.2 21.8 22M26.2 22C27.4 21.2 29.2 21.2 30.4 22.4'),
      line('#a33a3a', 1.8, 'M21.4 31.8C23.4 33 25.6 32.6 27 31.2'),
    ],
  },
  {
    level: 7,
    name: 'Ambrose',
    ground: '#b5ab8f',
    // A retired judge: a bowler, a monocle on its cord, a long white beard.
    face: [
      fill('#2f2c33', SHOULDERS),
      fill(DEEP, HEAD),
      fill(
        '#e9e4da',
        'M14.4 21C13.4 30 15 40 24 45C33 40 34.6 30 33.6 21L31.4 28C29 29.8 26 28.6 24 29.4C22 28.6 19 29.8 16.6 28Z',
      ),
      fill(
        '#cfc8ba',
        'M24 28.6C21 27.4 18 28.8 16.6 31.2C19.4 32.8 22.4 32.4 24 30.8C25.6 32.4 28.6 32.8 31.4 31.2C30 28.8 27 27.4 24 28.6Z',
      ),
      fill(
        '#1f1c22',
        'M8.4 18.4C12 20.8 36 20.8 39.6 18.4C39 15.6 36 15.4 35 15.8C35 8 30.6 4.4 24 4.4S13 8 13 15.8C12 15.4 9 15.6 8.4 18.4Z',
      ),
      line('#57505c', 1.8, 'M13.2 15.4C18 17 30 17 34.8 15.4'),
      line(INK, 1.9, 'M20 24V24.6'),
      line('#d8c46a', 1.4, 'M24.8 24.4A3.5 3.5 0 1 0 31.8 24.4A3.5 3.5 0 1 0 24.8 24.4ZM31.6 26C34 31 34.6 36 33 43'),
      line(INK, 1.9, 'M28.3 24.2V24.8'),
      line('#e9e4da', 1.7, 'M17.6 21.6C19 20.6 21 20.8 22 21.6M26 21C27.6 20 30 20.2 31 21.4'),
    ],
  },
  {
    level: 8,
    name: 'Octavia',
    ground: '#3a4660',
    // Nobody has seen all of her face: a hood, and the light of a lamp.
    face: [
      fill('#1a1d2b', 'M3 48C4 38 9 35 11 26C13 11 18 4 24 3C30 4 35 11 37 26C39 35 44 38 45 48Z'),
      fill('#10121c', 'M14 25C14 14 19 9 24 8C29 9 34 14 34 25C34 33 29 38 24 39C19 38 14 33 14 25Z'),
      fill(
        '#d9b892',
        'M24 37C28.6 35.4 32 30.4 32 24.6C32 21 30.8 18.6 29 16.8C28 21 25.6 25 21.6 28C22.4 30.4 22 34 24 37Z',
      ),
      line('#10121c', 1.9, 'M28 24V24.6'),
      line('#7d2b23', 1.6, 'M24.4 32.2C25.6 32.6 27 32.4 28 31.6'),
      line('#3b415c', 1.6, 'M11 26C13 11 18 4 24 3C30 4 35 11 37 26'),
      fill('#ffd27a', 'M31 33H38L39 41H30Z'),
      line('#c9a24a', 1.5, 'M30 41H39M31 33H38M34.5 33V28.4'),
      fill('#fff3cf', 'M33.4 39.4C32.6 37.6 34.5 36.6 34.5 34.8C36 36.4 36.4 38.2 35.6 39.4Z'),
    ],
  },
];

/** All of them, the weakest first. */
export const opponents = OPPONENTS;

/** Who plays at a level; at one that is not known, who comes nearest. */
export function opponent(level: number): Opponent {
  return OPPONENTS[Math.max(1, Math.min(level, OPPONENTS.length)) - 1]!;
}

/** What is to be expected of an opponent. */
export function opponentLine({ level }: Opponent): string {
  return maybe(`opponent.${level}`) ?? '';
}

/** The strength in words. */
export function strengthWords({ level }: Opponent): string {
  return t('opponent.strength', { level, most: OPPONENTS.length });
}
