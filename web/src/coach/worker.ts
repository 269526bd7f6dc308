// The Worker of the coach: it holds the module that reviews games, gives hints and knows puzzles.
import { Module } from '../local/module';
import { keepReview, keptReview } from './keptReviews';
import { type CoachAnswer, type FromCoach, INTERFACE, type Question, type ToCoach } from './messages';

const page = self as unknown as { postMessage(message: FromCoach): void };

/** How often what is found is told, in milliseconds: at first sooner. */
const FIRST = 250;
const LATER = 900;

let module: Promise<Module> | undefined;

/** What a review hangs on beside its game. */
let version = '';

async function begin(address: string, weights: string): Promise<Module> {
  const [made, bytes] = await Promise.all([
    Module.load(address),
    fetch(weights).then((response) =>
      response.ok ? response.arrayBuffer() : Promise.reject(new Error(`${response.status}`)),
    ),
  ]);
  const answer = made.call<CoachAnswer>({ call: 'begin' });
  if (answer.interface !== INTERFACE) throw new Error('the coach is of another version');
  if (!made.takeWeights(bytes)) throw new Error('the weights are damaged');
  return made;
}

async function call(question: Question): Promise<CoachAnswer> {
  return (await module!).call<CoachAnswer>(question);
}

/** So that other questions are heard in between. */
const pause = (): Promise<void> => new Promise((later) => setTimeout(later, 0));

async function review(number: number, record: string): Promise<void> {
  const begun = await call({ call: 'review', record });
  if (begun.refused || !begun.progress) return page.postMessage({ tell: 'answer', number, answer: begun });
  let [done, of] = begun.progress;
  const kept = await keptReview(version, record);
  if (kept !== undefined) done = of;
  page.postMessage({ tell: 'found', done, of, ...(begun.body ? { moments: begun.body } : {}) });
  if (kept !== undefined) return page.postMessage({ tell: 'answer', number, answer: { body: kept } });
  let due = performance.now() + FIRST;
  while (done < of) {
    const { progress } = await call({ call: 'step' });
    [done, of] = progress ?? [of, of];
    if (performance.now() > due && done < of) {
      const { body } = await call({ call: 'report' });
      page.postMessage({ tell: 'found', done, of, ...(body ? { report: body } : {}) });
      due = performance.now() + LATER;
    }
    await pause();
  }
  const answer = await call({ call: 'report' });
  if (answer.body) await keepReview(version, record, answer.body);
  page.postMessage({ tell: 'answer', number, answer });
}

function failed(error: unknown): void {
  page.postMessage({ tell: 'failed', why: String(error) });
}

addEventListener('message', ({ data }: MessageEvent<ToCoach>) => {
  if (data.ask === 'begin') {
    version = `${data.module} ${data.weights}`;
    module = begin(data.module, data.weights);
    module.then(() => page.postMessage({ tell: 'ready' })).catch(failed);
  } else if (data.ask === 'review') {
    review(data.number, data.record).catch(failed);
  } else {
    const { number, question } = data;
    call(question)
      .then((answer) => page.postMessage({ tell: 'answer', number, answer }))
      .catch(failed);
  }
});
