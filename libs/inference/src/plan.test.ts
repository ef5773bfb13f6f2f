import type { Caller } from './caller/caller.ts';
import { inputBounds } from './plan.ts';
import type { Target } from './catalogue/resolve.ts';

const CONTEXT = 128_000;
const targets = [{ modelId: 'a' }, { modelId: 'b' }] as Target[];
const prompt = { usual: 80, bound: 100, most: 400 };
const boundsOf = (caller: Partial<Caller>) =>
  inputBounds(caller as Caller, { targets, prompt, most: CONTEXT });

test('a wider bound ends at what no text exceeds; the worst count of a model does not', () => {
  expect(boundsOf({})).toMatchObject({ inputBound: 100, usualBound: 100 });
  expect(boundsOf({ inputFactor: 1_000 })).toMatchObject({ inputBound: 400, usualBound: 400 });
  const heldModels = { b: { ratio: 7, excess: 20 } };
  expect(boundsOf({ heldModels })).toMatchObject({ inputBound: 700, usualBound: 100 });
});

test('short and long prompts are held at no less than the worst count beside and for each token', () => {
  const beside = { a: { ratio: 3, excess: 99_900 } };
  expect(boundsOf({ heldModels: beside }).inputBound).toBe(100_000);
  const other = { c: { ratio: 3, excess: 99_900 } };
  expect(boundsOf({ heldModels: other }).inputBound).toBe(100);
});

test('no prompt is held at more than the longest context', () => {
  const heldModels = { a: { ratio: 1_000_000, excess: 1 } };
  expect(boundsOf({ heldModels }).inputBound).toBe(CONTEXT);
});
