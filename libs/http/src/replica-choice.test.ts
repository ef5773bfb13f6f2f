import { followReplicas } from './replica-choice.ts';

/** Nobody looks at them within a test. */
const NEVER = { probeEveryMs: 3_600_000, resolveEveryMs: 3_600_000 };
/** Nobody listens there. The first probes end after the tests, which do not wait for anything. */
const NAMES = ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3'] as const;

test('those that are as near as each other take turns, the others stand behind', () => {
  const replicas = followReplicas(NAMES, NEVER);
  const [a, b, c] = NAMES;
  expect([replicas.turn(), replicas.turn(), replicas.turn(), replicas.turn()]).toEqual([
    [a, b, c],
    [b, c, a],
    [c, a, b],
    [a, b, c],
  ]);
  replicas.refused(b);
  const firsts = Array.from({ length: 6 }, () => replicas.turn());
  expect(firsts.filter(([first]) => first === a)).toHaveLength(3);
  expect(firsts.filter(([first]) => first === c)).toHaveLength(3);
  expect(firsts.every((order) => order.at(-1) === b)).toBe(true);
  replicas.refused(a);
  replicas.refused(c);
  // When nobody is to be had, all are tried.
  expect(replicas.turn().toSorted()).toEqual([...NAMES]);
  replicas.stop();
});

test('to look at the order takes no turn', () => {
  const replicas = followReplicas(NAMES, NEVER);
  expect([replicas.order(), replicas.order()]).toEqual([[...NAMES], [...NAMES]]);
  expect(replicas.turn()[0]).toBe(NAMES[0]);
  replicas.stop();
});
