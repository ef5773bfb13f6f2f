import { setTimeout as sleep } from 'node:timers/promises';
import { findDebianProgram, HAPROXY } from '../support/debian-program.ts';
import { eventually } from '../support/eventually.ts';
import { aProxiedStore, KNOWN } from '../support/valkey-proxy.ts';
import type { ProxiedStore } from '../support/valkey-proxy.ts';

/**
 * The configuration of the manifests in a real HAProxy. Instead of 30 s, HAProxy's own time for a
 * name that is not known any more.
 */
const HOLD_MS = 1_000;
const TIMES = {
  lines: ['timeout resolve 200ms', 'timeout retry 200ms', `hold nx ${HOLD_MS}ms`],
  holdMs: HOLD_MS,
};
const START_MS = 120_000;

let store: ProxiedStore;
beforeAll(async () => {
  store = await aProxiedStore(await findDebianProgram(HAPROXY));
}, START_MS);
afterAll(() => store?.stop());

test(
  'the proxy finds the stores by names that its resolver knows, beyond the time that it keeps unknown ones',
  async () => {
    const { ready } = await store.aProxy(store.config, TIMES);
    await sleep(4 * HOLD_MS);
    expect(await ready()).toBe(200);
    expect(store.asked.length).toBeGreaterThan(0);
    expect(store.asked.filter((name) => !KNOWN.test(name))).toEqual([]);
  },
  START_MS,
);

test(
  'a proxy with names that need a search domain loses the stores when that time is over',
  async () => {
    const short = store.config.replaceAll(/\.\$\{POD_NAMESPACE\}\.svc\.\$\{CLUSTER_DOMAIN\}/g, '');
    expect(short).not.toBe(store.config);
    const { ready } = await store.aProxy(short, TIMES);
    await eventually(async () => (await ready()) === 503);
  },
  START_MS,
);
