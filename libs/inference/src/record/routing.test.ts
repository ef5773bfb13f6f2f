import type { Plan } from '../plan.ts';
import { newTryLog, noteTry } from './record.ts';

const ORDER = {
  strategy: 'lowest_latency',
  models: [
    { publicId: 'acme/shut', compared: 90, isShut: true },
    { publicId: 'acme/small', compared: 120, isShut: false },
    { publicId: 'acme/fast', compared: 300, isShut: false },
    { publicId: 'acme/new', compared: null, isShut: false },
  ],
};

const planOf = (publicId: string, order?: object): Plan =>
  ({ target: { provider: 'acme', publicId }, attempt: 1, resolved: { order } }) as unknown as Plan;

test('the first try says how the alias put its targets in order, and why some had no turn', () => {
  const log = newTryLog(performance.now());
  const plans = ['acme/fast', 'acme/new'].map((publicId) => planOf(publicId, ORDER));
  for (const plan of plans) noteTry(log, plan, plans);
  expect(log.tries.map(({ model, routing }) => [model, routing])).toEqual([
    [
      'acme/fast',
      {
        strategy: 'lowest_latency',
        targets: [
          { model: 'acme/shut', figure: 90, passed_over: 'paused' },
          { model: 'acme/small', figure: 120, passed_over: 'unsuited' },
          { model: 'acme/fast', figure: 300, passed_over: null },
          { model: 'acme/new', figure: null, passed_over: null },
        ],
      },
    ],
    ['acme/new', undefined],
  ]);
});

test.each([
  ['an exact id', undefined],
  ['an alias of one target', { ...ORDER, models: ORDER.models.slice(2, 3) }],
])('%s had nothing to choose', (_name, order) => {
  const log = newTryLog(performance.now());
  const plan = planOf('acme/fast', order);
  noteTry(log, plan, [plan]);
  expect(log.tries[0]).not.toHaveProperty('routing');
});
