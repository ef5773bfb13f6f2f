import { MalformedReply } from '../../adapter/adapter.ts';
import type { EmbeddingsCall } from '../../adapter/adapter.ts';

/** The most numbers of one vector. */
export const DIMENSIONS_MAX = 65_536;
/** The largest number that fits the 32-bit floats in which clients ask for vectors. */
const NUMBER_MAX = 3.402_823_466_385_288_6e38;

/**
 * One vector of a reply.
 * @throws MalformedReply when the value is no list of numbers, or a list that is too long
 */
export function vectorOf(value: unknown): number[] {
  const usable = Array.isArray(value) && value.length > 0 && value.length <= DIMENSIONS_MAX;
  if (!usable || !(value as unknown[]).every(isUsable)) throw noVector();
  return value as number[];
}

/**
 * The list of vectors of a reply, read one by one.
 * @throws MalformedReply when there is none
 */
export function vectorsOf(list: unknown): number[][] {
  if (!Array.isArray(list) || list.length === 0) throw new MalformedReply('no vectors');
  return (list as unknown[]).map(vectorOf);
}

/** The error for a value that is no vector. */
export function noVector(): MalformedReply {
  return new MalformedReply('a vector is no list of numbers');
}

/**
 * Compares an answer with the request: one vector for each input, all of one size, and of the size
 * that the request named. An answer that differs could belong to other inputs.
 * @throws MalformedReply when the answer differs
 */
export function assertVectors(
  vectors: readonly (readonly number[])[],
  { inputs, dimensions }: EmbeddingsCall,
): void {
  if (vectors.length !== inputs.length) {
    throw new MalformedReply(`${vectors.length} vectors for ${inputs.length} inputs`);
  }
  const size = dimensions ?? vectors[0]?.length;
  if (vectors.some((vector) => vector.length !== size)) {
    throw new MalformedReply('the vectors are not of one size');
  }
}

function isUsable(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= NUMBER_MAX;
}
