import { ProviderError } from '@tollgate/providers/adapter/adapter';
import { bedrock } from '@tollgate/providers/bedrock/index';
import type { BatchDeps } from './batch-deps.ts';
import { resultsIn } from './read-results.ts';

const PIECE = Buffer.alloc(1_048_576, 'a');
const RESULT = '{"recordId":"one","modelInput":{},"modelOutput":{"output":{}}}\n';
const FILE = 's3://the-bucket/jobs/a/requests.jsonl';
const mapper = bedrock.batches;
if (mapper === undefined) throw new TypeError('there is no batch interface');

type Where = Parameters<typeof resultsIn>[1];
const WHERE = { mapper, target: { family: bedrock } } as Where;

/** Reads the results of a job that ended so, from a file with these pieces. */
async function read(
  pieces: () => AsyncGenerator<Uint8Array, void, void>,
  mayLack: boolean,
): Promise<string[]> {
  const state = { kind: 'ended', files: [FILE], results: [], ...(mayLack ? { mayLack } : {}) };
  const batchInterface = { look: async () => ({ state, leftovers: [] }), read: pieces };
  const deps = { batchInterface } as unknown as BatchDeps;
  const ids: string[] = [];
  for await (const { id } of resultsIn(deps, WHERE, { name: 'a', file: FILE })) ids.push(id);
  return ids;
}

async function* giant(): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(RESULT);
  for (let pieces = 0; pieces < 40; pieces += 1) yield PIECE;
}

async function* missing(): AsyncGenerator<Uint8Array, void, void> {
  const message = 'There is no such file.';
  yield await Promise.reject(new ProviderError({ kind: 'rejected', message, status: 404 }));
}

test('a line that is longer than results are is a fault of the provider, not of the worker', async () => {
  await expect(read(giant, false)).rejects.toMatchObject({ failure: { kind: 'malformed' } });
});

test('a file that is not there has no results where the job ended early', async () => {
  expect(await read(missing, true)).toEqual([]);
  await expect(read(missing, false)).rejects.toBeInstanceOf(ProviderError);
});
