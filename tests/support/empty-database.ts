import { newUuid } from '@tollgate/runtime/ids';
import { Client } from 'pg';
import { testCluster } from './cluster.ts';

/** A database without a schema. */
export interface EmptyDatabase {
  /** Connection URL of the owner. */
  url: string;
  /** Runs a statement as the owner; gives the first value of its first row. */
  ask<Value>(statement: string): Promise<Value>;
  drop(): Promise<void>;
}

async function at<Value>(url: string, statement: string): Promise<Value> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, Value>>(statement);
    return Object.values(rows[0] ?? {})[0] as Value;
  } finally {
    await client.end();
  }
}

/** Makes a database that no migration has seen. */
export async function anEmptyDatabase(): Promise<EmptyDatabase> {
  const { templateUrl } = await testCluster();
  const server = new URL('/postgres', templateUrl).href;
  const name = `empty_${newUuid().replaceAll('-', '')}`;
  await at(server, `create database ${name}`);
  const { href: url } = new URL(`/${name}`, templateUrl);
  return {
    url,
    ask: (statement) => at(url, statement),
    drop: () => at(server, `drop database if exists ${name} with (force)`),
  };
}
