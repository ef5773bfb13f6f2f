import { type Child, startChild } from './child.ts';
import type { Endpoint } from './client.ts';
import { moveTo } from './cores.ts';
import { type ByProgram, cpuOf, memoryOf } from './cpu.ts';
import { startPeers } from './peers.ts';
import { startTollgate, type TollgateOptions } from './tollgate.ts';

/** Names of the targets, as the table and the budgets call them. */
export const DIRECT = 'direct';
export const ONE_HOP = 'raw one-hop proxy';
export const TWO_HOPS = 'raw two-hop proxy';
export const TOLLGATE = 'tollgate';

/** Something that answers chat completions. */
export interface Target extends Endpoint {
  name: string;
  /** CPU time so far of what stands between client and provider; null when not known. */
  cpu(): ByProgram | null;
  /** Resident memory now in bytes, of Tollgate only; null when not known. */
  memory(): ByProgram | null;
}

/** The running targets of a bench. */
export interface Targets {
  list: Target[];
  stop(): Promise<void>;
}

const DEMO_MODEL = 'demo-small';

function rawTarget(name: string, url: string, hops: Child[]): Target {
  const cpu = (): ByProgram | null => {
    if (hops.length === 0) return null;
    const times = hops.map(({ pid }) => Object.values(cpuOf({ root: pid }) ?? {}));
    return { proxy: times.flat().reduce((sum, time) => sum + time, 0) };
  };
  return {
    name,
    baseUrl: `${url}/v1`,
    key: 'bench-key',
    model: DEMO_MODEL,
    cpu,
    memory: () => null,
  };
}

/** What the targets are made of. */
export interface TargetOptions extends TollgateOptions {
  /** Where other gateways are installed; null leaves them out. */
  peers: string | null;
  /**
   * Whether Tollgate, its PostgreSQL and its Redis run on other cores than the client and the
   * provider.
   */
  apart: boolean;
}

/** Starts the fake provider, the raw proxies and Tollgate, each in processes of its own. */
export async function startTargets({ apart, peers, ...options }: TargetOptions): Promise<Targets> {
  const children: Pick<Child, 'pid' | 'stop'>[] = [];
  const start = async (script: string, ...args: string[]): Promise<Child> => {
    const child = await startChild(script, args);
    children.push(child);
    return child;
  };
  const stopChildren = async (): Promise<void> => {
    await Promise.all(children.map((child) => child.stop()));
  };
  try {
    if (apart) moveTo('load');
    const provider = await start('../fake-provider/main.ts');
    const single = await start('proxy.ts', '--to', provider.url);
    const inner = await start('proxy.ts', '--to', provider.url);
    const outer = await start('proxy.ts', '--to', inner.url);
    const list = [
      rawTarget(DIRECT, provider.url, []),
      rawTarget(ONE_HOP, single.url, [single]),
      rawTarget(TWO_HOPS, outer.url, [inner, outer]),
    ];
    if (apart) moveTo('loaded');
    const given = { providerUrl: provider.url, model: DEMO_MODEL, log: options.log };
    for (const peer of peers === null ? [] : await startPeers({ ...given, folder: peers })) {
      children.push(peer);
      const cpu = (): ByProgram | null => cpuOf({ root: peer.pid });
      list.push({ ...peer.endpoint, name: peer.name, cpu, memory: () => null });
    }
    const tollgate = await startTollgate(provider.url, options);
    if (apart) moveTo('load');
    if (tollgate) {
      const except = children.map(({ pid }) => pid);
      const group = { root: process.pid, withoutRoot: true, except };
      const cpu = (): ByProgram | null => (tollgate.isOurs ? cpuOf(group) : null);
      const memory = (): ByProgram | null => (tollgate.isOurs ? memoryOf(group) : null);
      list.push({ ...tollgate.endpoint, name: TOLLGATE, cpu, memory });
    }
    return {
      list,
      async stop() {
        await tollgate?.stop();
        await stopChildren();
      },
    };
  } catch (error) {
    await stopChildren();
    throw error;
  }
}
