import { rows } from '@tollgate/db/connect';
import type { RotationStep, ServiceKeys } from '@tollgate/operations/rotation';
import { execa } from 'execa';
import type { JWK } from 'jose';
import { Webhook } from 'standardwebhooks';
import { aReceiver } from '../../api/webhooks/support/receiver.ts';
import type { Receiver } from '../../api/webhooks/support/receiver.ts';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { eventually } from '../../support/eventually.ts';
import { failed, rollAll, startLoad, TWO_OF_EACH } from '../../support/rolling.ts';
import type { RollingLoad } from '../../support/rolling.ts';
import { watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';

const START_MS = 240_000;
/** For the slowest of machines; nothing is concluded from how long it takes. */
const ROTATION_MS = 2_400_000;
const SHARED = [
  'KEY_PEPPER',
  'CREDENTIAL_MASTER_KEY',
  'REASONING_KEY',
  'WEBHOOK_KEY',
  'USER_TOKEN_KEY',
  'PLATFORM_TOKEN_KEY',
];
/** What the component `operations` gives to the job of this name. */
const RESEAL_NEEDS = ['DATABASE_URL', 'CREDENTIAL_MASTER_KEY', 'WEBHOOK_KEY'];
const SIGNING = ['edge', 'inference', 'account', 'admin', 'worker'];

let demo: Demo;
let money: MoneyWatch;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await aReceiver();
  demo = await aDemo({
    ...TWO_OF_EACH,
    env: { ...TWO_OF_EACH.env, ALLOWED_PRIVATE_USER_WEBHOOKS: receiver.address },
  });
  money = await watchMoney(demo);
}, START_MS);
afterAll(async () => {
  await money?.close();
  await demo?.stack.drop();
  await receiver?.close();
}, START_MS);

/** The environments of all processes of the services. */
const environments = (): Record<string, string>[] =>
  Object.entries(demo.stack.env)
    .filter(([name]) => name !== 'migrate')
    .map(([, env]) => env);

/** The command that the operators' page names. */
async function rotate(secret: string, step: RotationStep, value: string): Promise<string> {
  const ran = await execa(process.execPath, ['deploy/operations/rotate.ts', secret, step], {
    input: value,
  });
  return ran.stdout;
}

/** Sets a variable for the next start of every process that has it. */
async function changeShared(secret: string, step: RotationStep): Promise<void> {
  const having = environments().filter((env) => env[secret] !== undefined);
  const value = await rotate(secret, step, having[0]?.[secret] ?? '');
  for (const env of having) env[secret] = value;
}

/** The private halves of keys that are trusted and not in use yet. */
const nextKeys = new Map<string, JWK>();

async function changeServiceKey(service: string, step: RotationStep): Promise<void> {
  const env = demo.stack.env[service] ?? {};
  const next = nextKeys.get(service);
  const now: ServiceKeys & { next?: JWK } = {
    SERVICE_SIGNING_KEY: JSON.parse(env['SERVICE_SIGNING_KEY'] ?? '') as JWK,
    SERVICE_TRUST_KEYS: JSON.parse(env['SERVICE_TRUST_KEYS'] ?? '') as { keys: JWK[] },
    ...(next === undefined ? {} : { next }),
  };
  const printed = await rotate('SERVICE_SIGNING_KEY', step, JSON.stringify(now));
  const then = JSON.parse(printed) as typeof now;
  if (then.next === undefined) nextKeys.delete(service);
  else nextKeys.set(service, then.next);
  for (const name of [service, `${service}-2`]) {
    const own = demo.stack.env[name];
    if (own !== undefined) own['SERVICE_SIGNING_KEY'] = JSON.stringify(then.SERVICE_SIGNING_KEY);
  }
  for (const one of environments()) {
    one['SERVICE_TRUST_KEYS'] = JSON.stringify(then.SERVICE_TRUST_KEYS);
  }
}

/** One step for every secret, and a restart of every process in turn. */
async function takeStep(step: RotationStep, load: RollingLoad): Promise<void> {
  for (const secret of SHARED) await changeShared(secret, step);
  for (const service of SIGNING) await changeServiceKey(service, step);
  await rollAll(demo, load);
}

async function reseal(): Promise<string> {
  const all = Object.entries(demo.stack.env['admin'] ?? {});
  const env = Object.fromEntries(all.filter(([name]) => RESEAL_NEEDS.includes(name)));
  const ran = await execa(process.execPath, ['services/admin/src/reseal.ts'], { env });
  return ran.stdout;
}

async function underLoad(work: (load: RollingLoad) => Promise<unknown>): Promise<void> {
  const load = await startLoad(demo);
  await load.goOn();
  const done = await Promise.allSettled([work(load)]);
  const outcomes = await load.end();
  expect(done).toEqual([expect.objectContaining({ status: 'fulfilled' })]);
  expect(failed(outcomes)).toEqual([]);
}

const signedIn = async (): Promise<number[]> => {
  const answers = [await demo.user('GET', '/credits'), await demo.platform('GET', '/users')];
  return answers.map(({ status }) => status);
};

const peppers = async (): Promise<string[]> => {
  const found = await rows<{ version: string }>(
    money.owner,
    'select distinct pepper_version as version from keys.api_key where last_used_at is not null',
  );
  return found.map(({ version }) => version);
};

const masterKeys = async (): Promise<string[]> => {
  const found = await rows<{ version: string }>(
    money.owner,
    'select distinct master_version as version from catalog.provider_credential',
  );
  return found.map(({ version }) => version);
};

const webhookKeys = async (): Promise<string[]> => {
  const found = await rows<{ version: string }>(
    money.owner,
    'select distinct master_version as version from webhooks.endpoint where deleted_at is null',
  );
  return found.map(({ version }) => version);
};

/**
 * Sends a message of test, which has to arrive and be signed with the secret that was given out at
 * the start.
 */
async function isReported({ id, secret }: { id: string; secret: string }): Promise<void> {
  const before = receiver.received.length;
  expect((await demo.user('POST', `/webhooks/${id}/test`)).status).toBe(202);
  await receiver.hasReceived(before + 1);
  for (const { body, headers } of receiver.received.slice(before)) {
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
  }
}

test(
  'FF13 pepper, master key, key of webhooks, token keys and service keys are exchanged under load without a failed call',
  async () => {
    await money.begin();
    const made = await demo.user<{ id: string; secret: string }>('POST', '/webhooks', {
      url: receiver.url,
      events: ['credit.exhausted'],
    });
    expect(made.status).toBe(201);
    await isReported(made.body);
    await underLoad((load) => takeStep('add', load));
    expect(await signedIn()).toEqual([200, 200]);
    expect(await peppers()).toEqual(['v1']);

    await underLoad((load) => takeStep('use', load));
    // Who was signed in before is so still, and keys move to the new pepper as they are used.
    expect(await signedIn()).toEqual([200, 200]);
    await eventually(async () => (await peppers()).join() === 'v2');
    expect([await masterKeys(), await webhookKeys()]).toEqual([['v1'], ['v1']]);
    await isReported(made.body);
    await underLoad(async (load) => {
      const reported = await reseal();
      expect(reported).toMatch(
        /^\d+ credentials were put under master key v2\n1 webhooks were put under webhook key v2\n/,
      );
      expect(reported).toMatch(/pepper v2: \d+ keys/);
      await load.goOn();
    });
    expect([await masterKeys(), await webhookKeys()]).toEqual([['v2'], ['v2']]);
    expect(await reseal()).toMatch(/^0 credentials/);
    // Accepted operations are sealed with the master key as well: those under the old one have
    // ended.
    await eventually(async () => {
      const open = await rows(
        money.owner,
        `select id from requests.operation where state in ('queued', 'running')`,
      );
      return open.length === 0;
    });

    await underLoad((load) => takeStep('retire', load));
    // Tokens of the old keys have come to their end with them.
    expect(await signedIn()).toEqual([401, 401]);
    await demo.signIn();
    expect(await signedIn()).toEqual([200, 200]);
    await isReported(made.body);
    await money.sound('FF13');
  },
  ROTATION_MS,
);
