// A Worker for tests, in place of the browser's: it answers as the test says, and it can die.
import { vi } from 'vitest';

import type { CoachAnswer, FromCoach, Question, ToCoach } from '../coach/messages';

/** What it does with a question: an answer, or its end. */
export type Wits = (question: Question) => CoachAnswer | 'dies';

export class Mortal extends EventTarget {
  /** All that were started, the latest last. */
  static all: Mortal[] = [];
  static wits: Wits = () => ({});
  /** Whether one that is started comes to life. */
  static starts: 'well' | 'failing' | 'not' = 'well';
  readonly heard: Question[] = [];
  dead = false;

  constructor() {
    super();
    if (Mortal.starts === 'not') throw new Error('this browser has no Worker');
    Mortal.all.push(this);
  }

  postMessage(message: ToCoach): void {
    queueMicrotask(() => {
      if (this.dead) return;
      if (message.ask === 'begin')
        this.#tell(Mortal.starts === 'well' ? { tell: 'ready' } : { tell: 'failed', why: '' });
      else {
        const question = message.ask === 'call' ? message.question : { call: 'review', record: message.record };
        this.heard.push(question);
        const answer = Mortal.wits(question);
        if (answer === 'dies') this.die();
        else this.#tell({ tell: 'answer', number: message.number, answer });
      }
    });
  }

  #tell(data: FromCoach): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  die(): void {
    this.dead = true;
    this.dispatchEvent(new Event('error'));
  }

  terminate(): void {
    this.dead = true;
  }
}

/** Puts it in the place of the browser's. */
export function mortalCoach(wits: Wits): void {
  [Mortal.all, Mortal.wits, Mortal.starts] = [[], wits, 'well'];
  vi.stubGlobal('Worker', Mortal);
  vi.stubGlobal('__COACH__', { module: 'coach.wasm', weights: 'weights.bin', puzzles: 'puzzles.txt' });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
}
