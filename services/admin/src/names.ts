import type { Db } from '@tollgate/db/connect';
import { emailsOfAdministrators } from '@tollgate/identity/administrators';
import { emailsOf } from '@tollgate/identity/users';
import { namesOfKeys } from '@tollgate/keys/key-names';

/** Uuids of one row that people know by names. */
export interface NamedIds {
  user?: string | null;
  key?: string | null;
  administrator?: string | null;
}

/**
 * What the ids of some rows are called today. Closed accounts and deleted keys keep their names;
 * null for what nothing is called by.
 */
export interface Names {
  /** The address of a user. */
  email(userId: string | null): string | null;
  /** The name of a key, and the uuid of its owner, whose address is known here too. */
  key(keyId: string | null): { name: string; ownerId: string } | null;
  /** What an administrator is known by. */
  administrator(id: string | null): string | null;
}

const idsIn = (rows: readonly NamedIds[], kind: keyof NamedIds): string[] => [
  ...new Set(rows.flatMap((row) => row[kind] ?? [])),
];

/**
 * Looks up the names of the ids of a page of rows: one query by ids for each kind, however many
 * rows follow the page.
 */
export async function namesOf(db: Db, rows: readonly NamedIds[]): Promise<Names> {
  const [keys, administrators] = await Promise.all([
    namesOfKeys(db, idsIn(rows, 'key')),
    emailsOfAdministrators(db, idsIn(rows, 'administrator')),
  ]);
  const owners = [...keys.values()].map(({ ownerId }) => ownerId);
  const emails = await emailsOf(db, [...idsIn(rows, 'user'), ...owners]);
  const lookUp = <Name>(names: ReadonlyMap<string, Name>, id: string | null): Name | null =>
    id === null ? null : (names.get(id) ?? null);
  return {
    email: (id) => lookUp(emails, id),
    key: (id) => lookUp(keys, id),
    administrator: (id) => lookUp(administrators, id),
  };
}

/** Rows of an export whose names are looked up together. */
const BATCH_ROWS = 500;

/**
 * Rows of an export with the names of their ids, looked up some hundred rows at a time: memory does
 * not grow with the export.
 */
export async function* withNames<Row>(
  db: Db,
  rows: AsyncIterable<Row>,
  idsOf: (row: Row) => NamedIds[],
): AsyncGenerator<{ row: Row; names: Names }> {
  let batch: Row[] = [];
  const reported = async function* (): AsyncGenerator<{ row: Row; names: Names }> {
    const names = await namesOf(db, batch.flatMap(idsOf));
    for (const row of batch) yield { row, names };
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === BATCH_ROWS) yield* reported();
  }
  yield* reported();
}
