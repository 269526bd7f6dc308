// What a board shows besides itself. It is told; it asks nobody.
import type { Transport } from './board';

/** How a piece looks. */
export interface Look {
  figure: 'detective' | 'bobby' | 'fugitive' | 'ghost';
  /** 0 to 4 for detectives. */
  colour: number;
  /** A letter on it; without one it wears the emblem of its colour. */
  letter?: string;
}

/** The name of its colour in the style. */
export function colourOf({ figure, colour }: Look): string {
  if (figure === 'bobby') return 'bobby';
  return figure === 'detective' ? String(colour) : 'x';
}

export interface Piece {
  id: string;
  look: Look;
  station: number;
  label: string;
  /** One's own: one moves it, now or later. */
  own?: boolean;
  /** Still to move in this turn. */
  ready?: boolean;
  selected?: boolean;
  /** The last move: a piece that comes from there glides along this line. */
  lastMove?: LastMove;
  /** Whether the line of the last move is drawn. */
  traced?: boolean;
}

export interface LastMove {
  from: number;
  /** By which of these is known; none where no line was taken. */
  via: readonly Transport[];
}

export interface Target {
  label: string;
  chosen?: boolean;
  /** A hunter could be there next turn. */
  danger?: boolean;
}

/** A station where he can be. */
export interface Possible {
  station: number;
  /** How bright its light is, from 0 to 1: as likely as it is, beside the likeliest. */
  weight: number;
  /** How likely it is, in words, if that is told. */
  chance?: string;
}

export type Mark = StationMark | NoteMark | PlanMark;

export interface StationMark {
  station: number;
  kind: 'roadblock' | 'crime' | 'crime-done' | 'pointed' | 'seen' | 'start';
  label: string;
}

/** What somebody has noted at a station. */
export type Sign = 'here' | 'not_here' | 'watch';

export interface NoteMark {
  kind: 'note';
  station: number;
  sign: Sign;
  /** Whether nobody else sees it. */
  own: boolean;
  label: string;
}

/** A move that is planned for a piece. */
export interface PlanMark {
  kind: 'plan';
  /** Where to. */
  station: number;
  /** Where the piece stands, if it stands anywhere. */
  from: number | null;
  look: Look;
  label: string;
  /** Whether it is what would have been better. */
  better?: boolean;
}

/** A step of a route that is drawn in ink. */
export interface RouteLeg {
  from: number;
  to: number;
  via: readonly Transport[];
  now?: boolean;
  /** Its place in a route that draws itself, one step after the other. */
  order?: number;
}

/** A card at a station. Cards of another kind are others, also at the same station. */
export interface CardAt {
  station: number;
  kind: string;
}
