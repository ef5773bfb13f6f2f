import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityOf, openProcessRecord, stopOrphans } from './process-record.ts';

let stateDir = '';

beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'tollgate-record-'));
});

afterEach(() => rm(stateDir, { recursive: true }));

const aSleeper = () => spawn('sleep', ['60'], { stdio: 'ignore' });

test('a recorded process is stopped, once', async () => {
  const sleeper = aSleeper();
  const ended = once(sleeper, 'exit');
  openProcessRecord(stateDir).add('sleeper', { pid: sleeper.pid ?? 0, signal: 'SIGTERM' });
  expect(await stopOrphans(stateDir)).toEqual(['sleeper']);
  expect((await ended)[1]).toBe('SIGTERM');
  expect(await stopOrphans(stateDir)).toEqual([]);
});

test('a process that merely has the recorded pid is left alone', async () => {
  const sleeper = aSleeper();
  const entry = { pid: sleeper.pid, identity: 'of an earlier process', signal: 'SIGTERM' };
  await writeFile(join(stateDir, 'processes.json'), JSON.stringify({ sleeper: entry }));
  expect(await stopOrphans(stateDir)).toEqual([]);
  expect(identityOf(sleeper.pid ?? 0)).toBeDefined();
  sleeper.kill();
  await once(sleeper, 'exit');
});

test('a removed process is forgotten', async () => {
  const sleeper = aSleeper();
  const record = openProcessRecord(stateDir);
  record.add('sleeper', { pid: sleeper.pid ?? 0, signal: 'SIGTERM' });
  record.remove('sleeper');
  expect(await stopOrphans(stateDir)).toEqual([]);
  sleeper.kill();
  await once(sleeper, 'exit');
  expect(identityOf(sleeper.pid ?? 0)).toBeUndefined();
});
