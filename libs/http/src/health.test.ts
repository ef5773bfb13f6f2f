import { setTimeout as sleep } from 'node:timers/promises';
import { createHealth, createOpening } from './health.ts';

interface Line {
  part: unknown;
  message: string;
}

function aLog(): { lines: Line[]; warn: (fields: object, message: string) => void } {
  const lines: Line[] = [];
  const warn = (fields: object, message: string): void =>
    void lines.push({ part: (fields as { part: unknown }).part, message });
  return { lines, warn };
}

const logOf = ({ warn }: ReturnType<typeof aLog>) => ({ warn, info: warn }) as never;
/** Readiness is asked again a second after it was asked. */
const ANEW_MS = 1_100;

test('why a check fails is told once, in one line, and that it is well again', async () => {
  const log = aLog();
  let why: string | null = 'nothing listens there.\n    at a stack';
  const check = (): Promise<void> =>
    why === null ? Promise.resolve() : Promise.reject(new Error(why));
  const health = createHealth([{ name: 'database', check }], logOf(log));
  health.markStarted();
  const ask = async (): Promise<readonly string[]> => {
    await sleep(ANEW_MS);
    return health.reasons();
  };
  expect(await health.reasons()).toEqual(['database']);
  expect(await ask()).toEqual(['database']);
  why = null;
  expect(await ask()).toEqual([]);
  expect(await ask()).toEqual([]);
  expect(log.lines).toEqual([
    { part: 'database', message: 'not ready: nothing listens there.' },
    { part: 'database', message: 'ready again' },
  ]);
});

test('a part that has to be opened is a reason until it is open', async () => {
  const opening = createOpening('catalogue');
  const health = createHealth([opening]);
  expect(await health.reasons()).toEqual(['starting']);
  health.markStarted();
  opening.opened();
  expect(await health.reasons()).toEqual([]);
  const closed = createHealth([createOpening('catalogue')]);
  closed.markStarted();
  expect(await closed.reasons()).toEqual(['catalogue']);
});
