import { createHash } from 'node:crypto';
import { ProviderError } from '../adapter/adapter.ts';
import type { LocalEmbeddings } from '../adapter/adapter.ts';
import { failureOf, readDirectives } from './directives.ts';

/** The dimensions of a vector when the request names none. */
const SANDBOX_DIMENSIONS = 256;
const CHARACTERS_PER_TOKEN = 4;
const BYTE_MIDDLE = 127.5;

/** Vectors of length 1 that depend on nothing but the input. */
export const sandboxEmbeddings: LocalEmbeddings = {
  async embed(call, _endpoint, context) {
    const text = call.inputs.filter((input) => typeof input === 'string').join(' ');
    const wishes = readDirectives(text);
    if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
    const failure = failureOf(wishes);
    if (failure !== null) throw new ProviderError(failure);
    const input = call.inputs.reduce((sum, one) => sum + tokensOf(one), 0);
    return {
      vectors: call.inputs.map((one) => vectorOf(one, call.dimensions ?? SANDBOX_DIMENSIONS)),
      usage: { input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 },
    };
  },
};

function tokensOf(input: string | number[]): number {
  return typeof input === 'string'
    ? Math.max(1, Math.ceil(input.length / CHARACTERS_PER_TOKEN))
    : input.length;
}

function vectorOf(input: string | number[], dimensions: number): number[] {
  const seed = JSON.stringify(input);
  const bytes: number[] = [];
  for (let block = 0; bytes.length < dimensions; block += 1) {
    bytes.push(...createHash('sha256').update(`${block}:${seed}`).digest());
  }
  const raw = bytes.slice(0, dimensions).map((byte) => byte / BYTE_MIDDLE - 1);
  const length = Math.hypot(...raw);
  return raw.map((value) => Math.fround(value / length));
}
