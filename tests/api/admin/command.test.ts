import { execa } from 'execa';
import { platformLogin } from '@tollgate/contract/routes/admin/auth';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { anAdmin } from './support/admin.ts';
import type { RunningAdmin } from './support/admin.ts';
import { eventsOf } from './support/trail.ts';

const COMMAND = new URL('../../../services/admin/src/create-admin.ts', import.meta.url).pathname;
const PASSWORD = 'a password from stdin';
let database: TestDatabase;
let admin: RunningAdmin;

beforeAll(async () => {
  database = await aDatabase();
  admin = await anAdmin({ database });
});
afterAll(() => admin.drop());

const run = (parts: string[], input = PASSWORD, env: Record<string, string> = {}) =>
  execa(process.execPath, [COMMAND, ...parts], {
    input,
    env: { DATABASE_URL: database.urlOf('tollgate_admin'), ...env },
    reject: false,
  });

test('the command makes an administrator who can log in, with an event', async () => {
  const made = await run(['--email', 'Ops@example.com', '--name', 'Ops']);
  expect(made.stdout).toBe('ops@example.com may administer now, as owner.');
  const body = { email: 'ops@example.com', password: PASSWORD };
  expect((await admin.send(platformLogin, { token: null, body })).status).toBe(200);
  const [event] = await eventsOf(admin, 'administrator.create');
  expect(event).toMatchObject({ actor: { kind: 'system', id: null, label: 'create-admin' } });
});

test('the command says what is wrong, and ends with a code', async () => {
  await run(['--email', 'twice@example.com']);
  const again = await run(['--email', 'twice@example.com']);
  expect([again.exitCode, again.stderr]).toEqual([
    1,
    'There is an administrator with this e-mail address already.',
  ]);
  expect((await run([])).exitCode).toBe(2);
  expect((await run(['--email', 'a@example.com'], 'short')).exitCode).toBe(2);
  expect((await run(['--help'])).exitCode).toBe(0);
});
