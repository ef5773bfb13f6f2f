import { setTimeout as sleep } from 'node:timers/promises';
import { findDebianProgram, HAPROXY } from '../support/debian-program.ts';
import { aProxiedStore, KNOWN } from '../support/valkey-proxy.ts';
import type { ProxiedStore } from '../support/valkey-proxy.ts';

/** Four times as long as HAProxy keeps a server whose name it does not find. */
const WATCHED_MS = 120_000;
const LOOK_EVERY_MS = 1_000;
const START_MS = 120_000;
/** HAProxy's log of a server that its checks or its resolver have taken out. */
const IS_DOWN = /is DOWN|going DOWN|maintenance/iu;

const isNeeded = process.env['TOLLGATE_MANIFESTS'] === 'needed';
const program = await findDebianProgram(HAPROXY).catch((error: Error) => {
  process.stdout.write(`SKIPPED: ${error.message}\n`);
  return undefined;
});
const watching = program === undefined || !isNeeded ? describe.skip : describe;

watching('the HAProxy of the overlay complete', () => {
  let store: ProxiedStore;
  beforeAll(async () => {
    if (program === undefined) throw new Error('there is no HAProxy');
    store = await aProxiedStore(program);
  }, START_MS);
  afterAll(() => store?.stop());

  test(
    'with the times that are shipped keeps its stores for two minutes, and leads a client to one',
    async () => {
      const proxy = await store.aProxy(store.config);
      const begun = proxy.log();
      const until = Date.now() + WATCHED_MS;
      const looks: number[] = [];
      while (Date.now() < until) {
        looks.push(await proxy.ready());
        await sleep(LOOK_EVERY_MS);
      }
      expect(new Set(looks)).toEqual(new Set([200]));
      expect(looks.length).toBeGreaterThan(10);
      expect(proxy.log().slice(begun.length)).not.toMatch(IS_DOWN);
      expect(await proxy.ping()).toBe('PONG');
      expect(new Set(store.asked).size).toBe(3);
      expect(store.asked.filter((name) => !KNOWN.test(name))).toEqual([]);
    },
    WATCHED_MS + START_MS,
  );
});
