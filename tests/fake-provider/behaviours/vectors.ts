import type { BehaviourTable } from '../behaviour.ts';
import { mapFrames } from '../reply.ts';

type Json = Record<string, unknown>;

/** Changes of a list of vectors, each written as its wire writes one. */
const KINDS: Record<string, (list: unknown[]) => unknown[]> = {
  fewer: (list) => list.slice(0, -1),
  more: (list) => [...list, ...list.slice(-1)],
  none: () => [],
  mixed: (list) => [...list.slice(0, -1), shortened(list.at(-1))],
  empty: (list) => [...list.slice(0, -1), changed(list.at(-1), () => [])],
  text: (list) => [...list.slice(0, -1), changed(list.at(-1), (numbers) => numbers.map(String))],
  null: (list) => [...list.slice(0, -1), changed(list.at(-1), (numbers) => [...numbers, null])],
  huge: (list) => [...list.slice(0, -1), changed(list.at(-1), (numbers) => [1e39, ...numbers])],
};

/** Half of a vector. */
function shortened(item: unknown): unknown {
  return changed(item, (numbers) => numbers.slice(0, Math.ceil(numbers.length / 2)));
}

/** A vector stands bare, or in a member of an object of its own. */
function changed(item: unknown, change: (numbers: unknown[]) => unknown[]): unknown {
  if (Array.isArray(item)) return change(item as unknown[]);
  const members = Object.entries(item as Json).map(([name, value]) => [
    name,
    Array.isArray(value) ? change(value as unknown[]) : value,
  ]);
  return Object.fromEntries(members) as unknown;
}

/**
 * Finds the list of a reply: `data`, `embeddings`, `embeddings.float`, or one `embedding` that is
 * the whole list.
 */
function withVectors(body: Json, change: (list: unknown[]) => unknown[]): Json {
  const { data, embeddings, embedding } = body;
  if (Array.isArray(data)) return { ...body, data: change(data as unknown[]) };
  if (Array.isArray(embeddings)) return { ...body, embeddings: change(embeddings as unknown[]) };
  if (Array.isArray(embedding)) {
    const [only = [], ...more] = change([embedding]);
    return { ...body, embedding: more.length === 0 ? only : [only, ...more] };
  }
  const { float } = (embeddings ?? {}) as { float?: unknown[] };
  return float === undefined ? body : { ...body, embeddings: { float: change(float) } };
}

/** Answers of vectors that are no answer to what was asked. */
export const VECTORS: BehaviourTable = {
  vectors: {
    about:
      'Vectors that do not fit the inputs: fewer, more, none, or a last one that is mixed (shorter than the others), ' +
      'empty, text, null (one number is), huge (one number fits no float).',
    parameters: ['value'],
    reply: (reply, options) =>
      mapFrames(reply, (step) => {
        const change = KINDS[options.text('value', 'fewer')];
        if (change === undefined) return [step];
        const body = withVectors(JSON.parse(step.text) as Json, change);
        return [{ ...step, text: JSON.stringify(body) }];
      }),
  },
};
