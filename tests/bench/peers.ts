import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@tollgate/deploy/local/ports';
import { execa } from 'execa';
import { openClient } from './client.ts';
import type { Endpoint } from './client.ts';

/** Another gateway in front of the bench's fake provider. */
export interface Peer {
  name: string;
  endpoint: Endpoint;
  pid: number;
  stop(): Promise<void>;
}

/** Where peers are installed and what they forward to. */
export interface PeerOptions {
  /** A folder that outlives a run, so that each peer is installed once. */
  folder: string;
  /** Base URL of the fake provider, without `/v1`. */
  providerUrl: string;
  model: string;
  log: (line: string) => void;
}

/** The name of Portkey's gateway, as the table and the budgets call the peer. */
export const PORTKEY = 'portkey';
const LITELLM = 'litellm';

const PORTKEY_VERSION = '1.15.2';
/**
 * Portkey's gateway answers every stream with 500 on the newest version that its package allows:
 * the headers of a reply cannot be written to there.
 */
const PORTKEY_SERVER_VERSION = '1.14.1';
const LITELLM_VERSION = '1.105.0';
/**
 * How long a peer may take to answer its first call, in milliseconds: LiteLLM loads for half a
 * minute.
 */
const START_MS = 120_000;
const LOOK_MS = 250;
const SHOWN_CHARACTERS = 200;

/**
 * Portkey's gateway (Node): forwards with a header that names the provider's address; keeps no
 * keys, no books and no records.
 */
async function startPortkey(options: PeerOptions): Promise<Peer> {
  const { folder, providerUrl, model, log } = options;
  const home = join(folder, `portkey-${PORTKEY_VERSION}-${PORTKEY_SERVER_VERSION}`);
  await mkdir(home, { recursive: true });
  log(`installing Portkey's gateway ${PORTKEY_VERSION}`);
  const wanted = {
    dependencies: { '@portkey-ai/gateway': PORTKEY_VERSION },
    overrides: { '@hono/node-server': PORTKEY_SERVER_VERSION },
  };
  await writeFile(join(home, 'package.json'), JSON.stringify(wanted));
  await execa('npm', ['install', '--no-audit', '--no-fund', '--prefix', home]);
  const port = await freePort();
  const script = join(home, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  const endpoint = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    key: 'bench-key',
    model,
    headers: { 'x-portkey-provider': 'openai', 'x-portkey-custom-host': `${providerUrl}/v1` },
  };
  const command = [process.execPath, script, `--port=${port}`, '--headless'];
  return startPeer({ name: PORTKEY, endpoint, command, env: { NODE_ENV: 'production' } });
}

/**
 * LiteLLM's proxy (Python) without a database and without keys; null where Python or the package is
 * not to be had.
 */
async function startLiteLlm(options: PeerOptions): Promise<Peer | null> {
  const { folder, providerUrl, model, log } = options;
  const home = join(folder, `litellm-${LITELLM_VERSION}`);
  const python = join(home, 'bin/python');
  try {
    log(`installing LiteLLM ${LITELLM_VERSION}`);
    await execa('python3', ['-m', 'venv', home]);
    await execa(python, ['-m', 'pip', 'install', '--quiet', `litellm[proxy]==${LITELLM_VERSION}`]);
  } catch (error) {
    log(
      `LiteLLM is left out: ${error instanceof Error ? error.message.split('\n')[0] : 'no Python'}`,
    );
    return null;
  }
  const port = await freePort();
  const config = join(home, 'bench.yaml');
  const parameters = {
    model: `openai/${model}`,
    api_base: `${providerUrl}/v1`,
    api_key: 'bench-key',
  };
  // JSON is YAML.
  await writeFile(
    config,
    JSON.stringify({ model_list: [{ model_name: model, litellm_params: parameters }] }),
  );
  const command = [
    join(home, 'bin/litellm'),
    '--config',
    config,
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ];
  const endpoint = { baseUrl: `http://127.0.0.1:${port}/v1`, key: 'bench-key', model };
  const env = {
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
    LITELLM_LOG: 'ERROR',
    // A proxy without keys is what is compared, and this one listens on the loopback address only.
    LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true',
  };
  return startPeer({ name: LITELLM, endpoint, command, env });
}

async function startPeer(given: {
  name: string;
  endpoint: Endpoint;
  command: readonly string[];
  env: Record<string, string>;
}): Promise<Peer> {
  const { name, endpoint, command, env } = given;
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    // Portkey does not end at SIGTERM.
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await untilServing(endpoint, () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw new Error(`${name} does not serve: ${String(error)}`, { cause: error });
  }
  return { name, endpoint, pid: child.pid ?? 0, stop };
}

async function untilServing(endpoint: Endpoint, hasEnded: () => boolean): Promise<void> {
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = JSON.stringify({ model: endpoint.model, messages });
  const client = openClient(endpoint, 1);
  let last = 'no answer';
  try {
    for (const from = performance.now(); performance.now() - from < START_MS;) {
      if (hasEnded()) throw new Error('its process has ended');
      last = await client.send(body).then(({ status, text }) => `${status} ${text}`, String);
      if (last.startsWith('200 ')) return;
      await sleep(LOOK_MS);
    }
    throw new Error(last.slice(0, SHOWN_CHARACTERS));
  } finally {
    client.close();
  }
}

/** Starts every peer that is to be had, one after the other. */
export async function startPeers(options: PeerOptions): Promise<Peer[]> {
  const peers = [await startPortkey(options), await startLiteLlm(options)];
  return peers.filter((peer) => peer !== null);
}
