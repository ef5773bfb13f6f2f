import { untilItWorks } from './until-it-works.ts';

test('what fails at first is tried until it works, and each failure is heard', async () => {
  let tries = 0;
  const heard: unknown[] = [];
  const work = (): Promise<string> => {
    tries += 1;
    return tries < 3 ? Promise.reject(new Error(`try ${tries}`)) : Promise.resolve('there');
  };
  const failed = (error: unknown): void => void heard.push((error as Error).message);
  expect(await untilItWorks(work, { everyMs: 1, failed })).toBe('there');
  expect(heard).toEqual(['try 1', 'try 2']);
});

test('what works at once is done once', async () => {
  let tries = 0;
  const work = (): Promise<number> => Promise.resolve((tries += 1));
  expect(await untilItWorks(work, { everyMs: 1, failed: fail })).toBe(1);
  expect(tries).toBe(1);
});

function fail(error: unknown): never {
  throw error;
}
