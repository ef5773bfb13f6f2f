import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a client needs to use the demo, by the name of its variable. */
export interface DemoEnv {
  /** Public address, ending in /v1. */
  TOLLGATE_BASE_URL: string;
  /** Root of the internal listener. */
  TOLLGATE_ADMIN_URL: string;
  TOLLGATE_API_KEY: string;
  TOLLGATE_TEST_KEY: string;
  TOLLGATE_MODEL: string;
  TOLLGATE_USER_EMAIL: string;
  TOLLGATE_USER_PASSWORD: string;
  TOLLGATE_ADMIN_EMAIL: string;
  TOLLGATE_ADMIN_PASSWORD: string;
}

const fileOf = (stateDir: string): string => join(stateDir, 'demo.env');

/** The values of the last seed; empty when there was none. */
export async function readDemoEnv(stateDir: string): Promise<Partial<DemoEnv>> {
  const text = await readFile(fileOf(stateDir), 'utf8').catch(() => '');
  const lines = [...text.matchAll(/^export ([A-Z_]+)='(.*)'$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
}

/** Writes the values for `source`, readable by this user alone. */
export async function writeDemoEnv(stateDir: string, values: DemoEnv): Promise<void> {
  const lines = Object.entries(values).map(([name, value]) => `export ${name}='${value}'\n`);
  const file = fileOf(stateDir);
  await writeFile(`${file}.new`, lines.join(''), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
