// The way of the fugitive as a picture to keep or to send: the board's own drawing, and the way in ink.
import type { Board } from '../board/board';
import { pathBetween, splitDrawing } from '../board/drawing';
import { loadBoard, loadPictureText } from '../board/load';
import type { RouteLeg } from '../board/types';

export interface PictureText {
  /** What was played. */
  title: string;
  /** How it ended. */
  text: string;
  /** Where that was. */
  place: string;
}

/** The width in pixels, and the height of the strip with the words. */
const WIDTH = 1600;
const STRIP = 112;

const DAY = { paper: '#f8f3e7', ink: '#22201c', soft: '#6a5d47', way: '#b23f28', edge: '#fffdf6' };
const NIGHT = { paper: '#131c25', ink: '#e9e4d6', soft: '#9aa7af', way: '#ff9a6b', edge: '#131c25' };
type Colours = typeof DAY;

/** The numbers of the steps that ended at each station; 0 is the start. */
export function visits(legs: readonly RouteLeg[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  const stations = legs.length > 0 ? [legs[0]!.from, ...legs.map(({ to }) => to)] : [];
  for (const [step, station] of stations.entries()) found.set(station, [...(found.get(station) ?? []), step]);
  return found;
}

/** The way, drawn as parts of an SVG: under the stations, and over them. */
function parts(drawing: string, board: Board, legs: readonly RouteLeg[], colours: Colours): [string, string] {
  const split = splitDrawing(drawing);
  const { unit } = board;
  const d = legs.map(({ from, to, via }) => pathBetween(split, board, from, to, via)).join('');
  const line = (colour: string, width: number) =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width * unit}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const last = legs.at(-1)?.to;
  const badges = [...visits(legs)].map(([station, steps]) => {
    const { x, y } = board.at(station);
    const words = steps.join(' · ');
    const width = Math.max(17, 7 + words.length * 5.6);
    const [fill, ink] = station === last ? [colours.way, colours.edge] : [colours.edge, colours.way];
    return (
      `<g transform="translate(${x} ${y}) scale(${unit})"><circle r="12.4" fill="none" stroke="${colours.way}" stroke-width="3"/>` +
      `<rect x="${-width / 2}" y="-29" width="${width}" height="15" rx="7.5" fill="${fill}" stroke="${colours.way}" stroke-width="1.4"/>` +
      `<text y="-17.6" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="11" fill="${ink}">${words}</text></g>`
    );
  });
  return [line(colours.edge, 10) + line(colours.way, 5.6), badges.join('')];
}

/** The drawing with the way on it, as a text of its own. */
export function withRoute(drawing: string, under: string, over: string, width: number, height: number): string {
  const sized = drawing.replace('<svg ', `<svg width="${width}" height="${height}" `);
  const at = sized.indexOf('<g class="badges"');
  const stations = at < 0 ? sized.indexOf('<g class="stations"') : at;
  const end = sized.lastIndexOf('</svg>');
  return `${sized.slice(0, stations)}<g>${under}</g>${sized.slice(stations, end)}<g>${over}</g></svg>`;
}

async function picture(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  // As data: the policy of the page allows no other address of its own making.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

async function write(pen: CanvasRenderingContext2D, top: number, words: PictureText, colours: Colours): Promise<void> {
  const [title, text] = ["400 40px 'Hammersmith One'", '400 26px Cabin'];
  await Promise.all([document.fonts.load(title), document.fonts.load(text)]);
  pen.fillStyle = colours.ink;
  pen.font = title;
  pen.fillText(words.title, 36, top + 50, WIDTH * 0.62);
  pen.textAlign = 'right';
  pen.fillText('Fogbound', WIDTH - 36, top + 50);
  pen.fillStyle = colours.soft;
  pen.font = text;
  pen.fillText(words.place, WIDTH - 36, top + 88);
  pen.textAlign = 'left';
  pen.fillText(words.text, 36, top + 88, WIDTH * 0.62);
}

/** Draws the picture. */
export async function drawRoute(
  name: string,
  legs: readonly RouteLeg[],
  words: PictureText,
  night: boolean,
): Promise<HTMLCanvasElement> {
  const [board, drawing] = await Promise.all([loadBoard(name), loadPictureText(name, night)]);
  const colours = night ? NIGHT : DAY;
  const [, , width, height] = board.extent;
  const tall = Math.round((WIDTH * height) / width);
  const [under, over] = parts(drawing, board, legs, colours);
  const image = await picture(withRoute(drawing, under, over, WIDTH, tall));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, tall + STRIP];
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('there is no canvas');
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, WIDTH, tall);
  await write(pen, tall, words, colours);
  return canvas;
}
