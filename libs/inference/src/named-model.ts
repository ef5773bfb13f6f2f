import { HEADER } from '@tollgate/contract/headers';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { Caller } from './caller.ts';
import type { NamedFacts, RecordSubject } from './record-subject.ts';
import { findVisible } from './resolve.ts';

/** The ids that models and aliases can have, which records can store: visible ASCII, so long at most. */
const MODEL_NAME = /^[\u0021-\u007e]{1,200}$/u;

/** The model that a body names, read before its shape is checked, so that the record of a refused body has it; null where it names none. */
export function namedModel(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('model' in body)) return null;
  const { model } = body;
  return typeof model === 'string' && MODEL_NAME.test(model) ? model : null;
}

/**
 * How the record of a call that was refused before it was planned names its model: by the names of the catalogue that the caller may use. What else callers
 * write is no name to sum up by. No provider was asked.
 */
export function namedFacts(
  catalog: CatalogSnapshot,
  caller: Caller,
  name: string | null,
): NamedFacts {
  const found = name === null ? null : findVisible(catalog, caller, name);
  return {
    alias: found === 'alias' ? name : null,
    provider: null,
    model: found === 'model' ? name : null,
  };
}

/** How the record of a repetition names its model: as the answer that is repeated does. */
export function repeatedFacts(
  headers: Readonly<Record<string, string>>,
  asked: RecordSubject['asked'],
): NamedFacts {
  const model = headers[HEADER.model] ?? null;
  return {
    alias: model === null || model === asked.model ? null : asked.model,
    provider: headers[HEADER.provider] ?? null,
    model,
  };
}
