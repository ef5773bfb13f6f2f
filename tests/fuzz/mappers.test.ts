import { seedOfEnvironment } from '../support/random.ts';
import { fuzzMappers, inputOf } from './mapper-run.ts';
import { readSamples } from './replies.ts';
import type { Sample } from './replies.ts';

/** `make fuzz` takes a million. */
const INPUTS = 3_000;

let samples: Sample[];
beforeAll(async () => {
  samples = await readSamples();
});

test(`${INPUTS} changed replies are read or refused by the mappers, and never more than that`, () => {
  const seed = seedOfEnvironment();
  process.stdout.write(`SEED=${seed}\n`);
  const run = fuzzMappers(samples, { seed, inputs: INPUTS });
  expect(run.findings).toEqual([]);
  expect(run.inputs).toBe(INPUTS);
  // Were all of them refused, nothing behind the framing would have been met.
  expect(run.outcomes['whole: answer']).toBeGreaterThan(INPUTS / 100);
  expect(run.outcomes['stream: answer']).toBeGreaterThan(INPUTS / 100);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('a seed gives the same input again', () => {
  const [first, again] = [inputOf(samples, 42), inputOf(samples, 42)];
  expect(again.bytes.equals(first.bytes)).toBe(true);
  expect(again.sample.form).toBe(first.sample.form);
});
