import { isDeepStrictEqual } from 'node:util';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import type { Document, Noun, SecretReference } from './document.ts';
import type { FieldFault, Path } from './faults.ts';
import type { Platform } from './platform-client.ts';
import type { State } from './state.ts';

/** One field that is going to be different. The values of secrets are never shown. */
export interface FieldChange {
  field: string;
  /** Undefined where there is nothing yet. */
  from?: unknown;
  /** Undefined where nothing will be. */
  to?: unknown;
}

/** The signs of what happens to a thing. */
export const SIGNS = { add: '+', change: '~', remove: '-' } as const;

/** One thing that is going to be different. */
export interface Change {
  action: keyof typeof SIGNS;
  noun: Noun;
  /** The name of the thing in documents. */
  name: string;
  fields: readonly FieldChange[];
}

/** What steps need while they run. */
export interface Work {
  platform: Platform;
  /**
   * A model by its public id; providers are asked for models that are not known yet.
   * @throws CommandFault when no provider has it
   */
  model: (publicId: string) => Promise<PlatformModelOut>;
  /** A user as one is now. @throws CommandFault when there is none */
  user: (email: string) => Promise<PlatformUserOut>;
}

/** A change with what brings it about. Running a step again does no harm. */
export interface Step extends Change {
  /** The path of the thing in the document. */
  path: Path;
  /**
   * Reads what the step needs beside the plane, such as secrets, before any step has run.
   * @throws CommandFault
   */
  prepare?(): Promise<void>;
  /** @throws CommandFault */
  run(work: Work): Promise<void>;
}

/** What plans are made from. */
export interface Planning {
  document: Document;
  state: State;
  now: Date;
  /** Notes a field that cannot be brought about; planning goes on, so that all are reported. */
  fault: (fault: FieldFault) => void;
  /** @throws CommandFault that names where the secret should be, never what it is */
  readSecret: (reference: SecretReference) => Promise<string>;
}

/** The value under a name, without members that every object inherits. */
export function under<Value>(
  named: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return named !== undefined && Object.hasOwn(named, name) ? named[name] : undefined;
}

/** The fields that differ, of those that a document names. */
export function differences(
  pairs: readonly (readonly [field: string, from: unknown, to: unknown])[],
): FieldChange[] {
  return pairs
    .filter(([, from, to]) => to !== undefined && !isDeepStrictEqual(from, to))
    .map(([field, from, to]) => ({ field, ...(from === undefined ? {} : { from }), to }));
}
