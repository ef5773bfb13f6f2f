import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import { type Stack, startStack } from '@tollgate/deploy/local/stack';
import { seed } from '@tollgate/deploy/seed';
import type { Endpoint } from './client.ts';

/** More than any run spends, holds for long prompts included. */
const CREDITS = '1000000';

/** How the bench comes to a Tollgate. */
export interface TollgateOptions {
  /** One that runs already; null to start one. */
  running: Endpoint | null;
  /** False leaves Tollgate out: only the yardsticks are measured. */
  wanted: boolean;
  log: (line: string) => void;
}

/** A Tollgate in front of the bench's fake provider. */
export interface Tollgate {
  endpoint: Endpoint;
  /** True when its processes descend from this one, so that their CPU time can be read. */
  isOurs: boolean;
  stop(): Promise<void>;
}

/** Starts the whole local stack in a folder of its own, or takes the one that runs. */
export async function startTollgate(
  providerUrl: string,
  { running, wanted, log }: TollgateOptions,
): Promise<Tollgate | null> {
  if (!wanted) return null;
  if (running) return { endpoint: running, isOurs: false, stop: async () => {} };
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-bench-'));
  let stack: Stack | null = null;
  const stop = async (): Promise<void> => {
    await stack?.stop();
    await removeStateDir(stateDir);
  };
  try {
    const allowed = { ALLOWED_PRIVATE_UPSTREAMS: new URL(providerUrl).host };
    const env = { ...allowed, LOG_LEVEL: 'warn', RESPONSES_STREAMING: 'true' };
    stack = await startStack({ stateDir, log, env, edgeFirst: true });
    const urls = { ...stack.urls, provider: providerUrl };
    const demo = await seed({ stateDir, urls, providerKeys: {}, credits: CREDITS, log });
    const endpoint = {
      baseUrl: demo.TOLLGATE_BASE_URL,
      key: demo.TOLLGATE_API_KEY,
      model: demo.TOLLGATE_MODEL,
    };
    return { endpoint, isOurs: true, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
