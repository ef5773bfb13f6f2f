import type { Knex } from 'knex';
import type { Db } from './connect.ts';

/** A statement of the hot path, its text made once. */
export interface Statement<Bindings> {
  text: string;
  /** The values of `$1` and so on, in their order. */
  valuesOf(bindings: Bindings): unknown[];
}

/** What the driver's connection of a pool can do. */
interface Connection {
  query(query: { text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

/** Reads a statement with named bindings (`:name`), as `rows` takes them, once for all its runs. */
export function statement<Bindings extends object>(sql: string): Statement<Bindings> {
  const names: string[] = [];
  const text = sql.replaceAll(/(?<!:):(\w+)/g, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, valuesOf: (bindings) => names.map((name) => bindings[name as keyof Bindings]) };
}

/**
 * Rows of a statement, on a connection of the pool or of the transaction. Knex builds and checks a query for each run, which
 * is a good part of what a short statement costs; here knex only lends the connection.
 */
export async function run<Row, Bindings extends object>(
  db: Db,
  given: Statement<Bindings>,
  bindings: Bindings,
): Promise<Row[]> {
  const client = db.client as Knex.Client;
  const connection = (await client.acquireConnection()) as Connection;
  try {
    const result = await connection.query({ text: given.text, values: given.valuesOf(bindings) });
    return result.rows as Row[];
  } finally {
    await client.releaseConnection(connection);
  }
}
