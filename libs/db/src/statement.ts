import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Db } from './connect.ts';
import { sqlState } from './failures.ts';

/**
 * SQLSTATEs of a named statement that the server does not have, or has already: a pooler in between
 * does not keep names.
 */
const NAMES_NOT_KEPT = new Set(['26000', '42P05']);

/** A statement of the hot path, its text made once. */
export interface Statement<Bindings> {
  text: string;
  /**
   * Made from the text, so that no two texts share a name; undefined where a pooler does not keep
   * names.
   */
  name: string | undefined;
  /** The values of `$1` and so on, in their order. */
  valuesOf(bindings: Bindings): unknown[];
}

/** What the driver's connection of a pool can do. */
interface Connection {
  query(query: {
    text: string;
    name?: string | undefined;
    values: unknown[];
  }): Promise<{ rows: unknown[] }>;
}

/** Reads a statement with named bindings (`:name`), as `rows` takes them, once for all its runs. */
export function statement<Bindings extends object>(sql: string): Statement<Bindings> {
  const names: string[] = [];
  const text = sql.replaceAll(/(?<!:):(\w+)/g, (_all, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const name = hash('sha256', text, 'base64url');
  return {
    text,
    name,
    valuesOf: (bindings) => names.map((one) => bindings[one as keyof Bindings]),
  };
}

/**
 * Rows of a statement, on a connection of the pool or of the transaction. Knex builds and checks a
 * query for each run, which is a good part of what a short statement costs; here knex only lends
 * the connection. PostgreSQL parses and plans the text once for each connection.
 */
export async function run<Row, Bindings extends object>(
  db: Db,
  given: Statement<Bindings>,
  bindings: Bindings,
): Promise<Row[]> {
  const client = db.client as Knex.Client;
  const connection = (await client.acquireConnection()) as Connection;
  const { text, name } = given;
  const values = given.valuesOf(bindings);
  const query = async (name?: string) => {
    const result = await connection.query({ text, name, values });
    return result.rows as Row[];
  };
  try {
    return await query(name);
  } catch (error) {
    if (name === undefined || !NAMES_NOT_KEPT.has(sqlState(error) ?? '')) throw error;
    // The server has refused before it ran anything.
    given.name = undefined;
    return await query();
  } finally {
    await client.releaseConnection(connection);
  }
}
