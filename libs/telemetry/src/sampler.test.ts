import { setTimeout as pause } from 'node:timers/promises';
import { startSampler } from './sampler.ts';

const EVERY_MS = 5;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(1);
}

test('a sampler keeps the newest answer and never shows a stale one', async () => {
  const warnings: unknown[] = [];
  let answers = 0;
  let isAway = false;
  const sampler = startSampler({
    name: 'test',
    everyMs: EVERY_MS,
    logger: { warn: (fields: unknown) => void warnings.push(fields) } as never,
    ask: () => {
      if (isAway) return Promise.reject(new Error('away'));
      answers += 1;
      return Promise.resolve(answers);
    },
  });
  expect(sampler.latest()).toBeUndefined();
  await until(() => (sampler.latest() ?? 0) > 1);
  isAway = true;
  await until(() => sampler.latest() === undefined);
  expect(warnings[0]).toMatchObject({ metric: 'test' });
  isAway = false;
  await until(() => sampler.latest() !== undefined);
  sampler.stop();
});

test('a sampler asks one question at a time', async () => {
  let open = 0;
  let most = 0;
  let asked = 0;
  const sampler = startSampler({
    name: 'test',
    everyMs: 1,
    logger: { warn: () => undefined } as never,
    ask: async () => {
      asked += 1;
      open += 1;
      most = Math.max(most, open);
      await pause(10);
      open -= 1;
      return asked;
    },
  });
  await until(() => (sampler.latest() ?? 0) >= 3);
  sampler.stop();
  expect(most).toBe(1);
});

test('a question that goes on to fail for one reason is one line of the log', async () => {
  const lines: object[] = [];
  let asked = 0;
  const sampler = startSampler({
    name: 'of the test',
    everyMs: 1,
    ask: () => {
      asked += 1;
      return Promise.reject(new Error(asked < 5 ? 'OOM' : 'NOPERM'));
    },
    logger: { warn: (fields: object) => void lines.push(fields) },
  });
  await until(() => asked >= 10);
  sampler.stop();
  expect(lines).toMatchObject([{ error: { message: 'OOM' } }, { error: { message: 'NOPERM' } }]);
});
