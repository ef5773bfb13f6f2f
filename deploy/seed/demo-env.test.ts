import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readDemoEnv, writeDemoEnv, type DemoEnv } from './demo-env.ts';

const VALUES: DemoEnv = {
  TOLLGATE_BASE_URL: 'http://127.0.0.1:8080/v1',
  TOLLGATE_ADMIN_URL: 'http://127.0.0.1:8081',
  TOLLGATE_API_KEY: 'live',
  TOLLGATE_TEST_KEY: 'test',
  TOLLGATE_MODEL: 'demo/model:latest',
  TOLLGATE_USER_EMAIL: 'user@example.com',
  TOLLGATE_USER_PASSWORD: '-_aZ09',
  TOLLGATE_ADMIN_EMAIL: 'admin@example.com',
  TOLLGATE_ADMIN_PASSWORD: 'secret',
};

test('the values can be sourced, are read back, and are for their owner alone', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-demo-env-'));
  expect(await readDemoEnv(stateDir)).toEqual({});
  await writeDemoEnv(stateDir, VALUES);
  expect(await readDemoEnv(stateDir)).toEqual(VALUES);
  const file = join(stateDir, 'demo.env');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const script = `. "${file}" && printenv TOLLGATE_MODEL TOLLGATE_USER_PASSWORD`;
  const { stdout } = await promisify(execFile)('sh', ['-c', script]);
  expect(stdout).toBe('demo/model:latest\n-_aZ09\n');
  await rm(stateDir, { recursive: true });
});
