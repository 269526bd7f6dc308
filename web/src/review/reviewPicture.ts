// A review as a picture to keep or to send: the curve in the light, the ways of both sides, and who says so.
import { type Decision, isMistake } from '../coach/report';
import type { Point } from './review.svelte';

export interface ReviewText {
  title: string;
  /** How it ended. */
  text: string;
  place: string;
  /** What the curve is, and the one in dashes. */
  scale: string;
  known: string;
  sides: { name: string; accuracy: number | null }[];
  /** The word for it. */
  accuracy: string;
}

const WIDTH = 1200;
const HEIGHT = 630;

const DAY = {
  paper: ['#fbf6ea', '#efe5cd'],
  sky: '#e2dac6',
  light: ['#f3ab3c', '#ffe6ae'],
  line: '#8a4604',
  known: '#c3263c',
  ink: '#22201c',
  soft: '#6a5d47',
  stub: '#fffdf6',
  edges: ['#22252b', '#1f6fb5'],
  rim: '#fffdf6',
  luck: '#2f6b3c',
};
const NIGHT: typeof DAY = {
  paper: ['#18232e', '#0b1219'],
  sky: '#0a1118',
  light: ['#ffd27a', '#6b4812'],
  line: '#ffe2a0',
  known: '#ff5a6e',
  ink: '#ece6d8',
  soft: '#9aa7af',
  stub: '#1c2935',
  edges: ['#8fa0b0', '#5fa4e0'],
  rim: '#efe7d6',
  luck: '#7cc48d',
};

/** Where the curve stands. */
const PLOT = { left: 60, top: 232, width: 1080, height: 290 };

function graph(
  pen: CanvasRenderingContext2D,
  points: readonly (Point | null)[],
  colours: typeof DAY,
): (at: number, chance: number) => [number, number] {
  const { left, top, width, height } = PLOT;
  const place = (at: number, chance: number): [number, number] => [
    left + (width * at) / Math.max(1, points.length - 1),
    top + height * (1 - chance),
  ];
  pen.fillStyle = colours.sky;
  pen.beginPath();
  pen.roundRect(left, top, width, height, 12);
  pen.fill();
  const there = points.flatMap((point, at) => (point ? [{ at, point }] : []));
  const trace = (of: (point: Point) => number): void => {
    pen.beginPath();
    for (const { at, point } of there) pen.lineTo(...place(at, of(point)));
  };
  pen.save();
  pen.beginPath();
  pen.roundRect(left, top, width, height, 12);
  pen.clip();
  const light = pen.createLinearGradient(0, top, 0, top + height);
  light.addColorStop(0, colours.light[0]!);
  light.addColorStop(1, colours.light[1]!);
  trace(({ judged }) => judged);
  if (there.length > 0) {
    pen.lineTo(place(there.at(-1)!.at, 0)[0], top + height);
    pen.lineTo(place(there[0]!.at, 0)[0], top + height);
  }
  pen.fillStyle = light;
  pen.fill();
  pen.strokeStyle = colours.soft;
  pen.globalAlpha = 0.5;
  pen.setLineDash([3, 7]);
  pen.lineWidth = 1.5;
  pen.beginPath();
  pen.moveTo(left, top + height / 2);
  pen.lineTo(left + width, top + height / 2);
  pen.stroke();
  pen.globalAlpha = 1;
  pen.restore();
  pen.lineJoin = 'round';
  pen.strokeStyle = colours.known;
  pen.lineWidth = 3;
  pen.setLineDash([9, 7]);
  trace(({ known }) => known);
  pen.stroke();
  pen.setLineDash([]);
  pen.strokeStyle = colours.line;
  pen.lineWidth = 5;
  trace(({ judged }) => judged);
  pen.stroke();
  return place;
}

function mark(pen: CanvasRenderingContext2D, [x, y]: [number, number], decision: Decision, colours: typeof DAY): void {
  pen.lineWidth = 3;
  pen.strokeStyle = colours.rim;
  if (!isMistake(decision)) {
    pen.fillStyle = colours.luck;
    pen.beginPath();
    for (let step = 0; step < 8; step += 1) {
      const [radius, turn] = [step % 2 === 0 ? 17 : 6, (step * Math.PI) / 4];
      pen.lineTo(x + radius * Math.sin(turn), y - radius * Math.cos(turn));
    }
    pen.closePath();
    pen.stroke();
    pen.fill();
    return;
  }
  pen.fillStyle = decision.side === 'fugitive' ? '#22252b' : '#1f6fb5';
  pen.beginPath();
  pen.arc(x, y, 16, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.fillStyle = '#ffffff';
  pen.textAlign = 'center';
  pen.font = "700 22px 'Barlow Condensed'";
  pen.fillText(decision.judgement.class === 'blunder' ? '??' : '?', x, y + 8);
  pen.textAlign = 'left';
}

function stub(pen: CanvasRenderingContext2D, place: number, words: ReviewText, colours: typeof DAY): void {
  const side = words.sides[place]!;
  const [x, y, width, height] = [WIDTH - 60 - (2 - place) * 232 + 12, 52, 220, 148];
  pen.fillStyle = colours.stub;
  pen.beginPath();
  pen.roundRect(x, y, width, height, 12);
  pen.fill();
  pen.fillStyle = colours.edges[place]!;
  pen.beginPath();
  pen.roundRect(x, y, 14, height, [12, 0, 0, 12]);
  pen.fill();
  pen.fillStyle = colours.ink;
  pen.font = "400 24px 'Hammersmith One'";
  pen.fillText(side.name, x + 30, y + 36, width - 44);
  pen.font = "700 68px 'Barlow Condensed'";
  const number = side.accuracy === null ? '–' : String(Math.round(side.accuracy));
  pen.fillText(number, x + 30, y + 100);
  const wide = pen.measureText(number).width;
  pen.fillStyle = colours.soft;
  pen.font = "700 34px 'Barlow Condensed'";
  pen.fillText('%', x + 36 + wide, y + 100);
  pen.font = '400 19px Cabin';
  pen.fillText(words.accuracy, x + 30, y + 130, width - 44);
}

/** Draws the picture. */
export async function drawReview(
  words: ReviewText,
  points: readonly (Point | null)[],
  turns: readonly { at: number; decision: Decision }[],
  night: boolean,
): Promise<HTMLCanvasElement> {
  const faces = ["400 40px 'Hammersmith One'", '400 26px Cabin', "700 40px 'Barlow Condensed'"];
  await Promise.all(faces.map((face) => document.fonts.load(face)));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('there is no canvas');
  const colours = night ? NIGHT : DAY;
  const paper = pen.createLinearGradient(0, 0, WIDTH, HEIGHT);
  paper.addColorStop(0, colours.paper[0]!);
  paper.addColorStop(1, colours.paper[1]!);
  pen.fillStyle = paper;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = colours.ink;
  pen.font = "400 52px 'Hammersmith One'";
  pen.fillText(words.title, 60, 104, 560);
  pen.font = '400 28px Cabin';
  pen.fillStyle = colours.soft;
  pen.fillText(words.text, 60, 150, 600);
  for (const place of [0, 1]) stub(pen, place, words, colours);
  const at = graph(pen, points, colours);
  for (const { at: index, decision } of turns) mark(pen, at(index, points[index]?.judged ?? 0), decision, colours);
  pen.fillStyle = colours.soft;
  pen.font = '400 22px Cabin';
  pen.fillText(words.scale, 60, HEIGHT - 58, 620);
  pen.fillStyle = colours.known;
  pen.fillText(`- - ${words.known}`, 60, HEIGHT - 28, 620);
  pen.fillStyle = colours.soft;
  pen.textAlign = 'right';
  pen.fillText(words.place, WIDTH - 60, HEIGHT - 46);
  const wide = pen.measureText(words.place).width;
  pen.fillStyle = colours.ink;
  pen.font = "400 30px 'Hammersmith One'";
  pen.fillText('Fogbound', WIDTH - 76 - wide, HEIGHT - 46);
  return canvas;
}
