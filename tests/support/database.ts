import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { testCluster } from './cluster.ts';

/** A migrated, empty database of one test. */
export interface TestDatabase {
  /** Connection URL of the owner. */
  url: string;
  /** Connection URL of a service's role, such as `tollgate_billing`. */
  urlOf(role: string): string;
  /** Deletes the database, with whatever connections it still has. */
  drop(): Promise<void>;
}

const execute = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/**
 * Makes a database by copying the migrated template; takes some tens of milliseconds. Files that
 * are copied as they are take half of the processor time of pages that go through the log.
 */
export const aDatabase = async (): Promise<TestDatabase> => {
  const { templateUrl, keys } = await testCluster();
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${randomBytes(8).toString('hex')}`;
  const at = (path: string): URL => new URL(`/${path}`, templateUrl);
  const copied = `TEMPLATE ${template} STRATEGY FILE_COPY`;
  await execute(at('postgres').href, `CREATE DATABASE ${name} ${copied}`);
  return {
    url: at(name).href,
    urlOf: (role) => {
      const password = keys.rolePasswords[role];
      if (password === undefined) throw new Error(`There is no role ${role}.`);
      return Object.assign(at(name), { username: role, password }).href;
    },
    drop: () => execute(at('postgres').href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
};
