import { kubernetesSecrets } from '../kubernetes/secrets.ts';
import { generateKeys } from './keys.ts';
import { markOf, planRotation } from '../operations/rotation-plan.ts';
import type { HeldSecret, RotationOrder, SecretChange } from '../operations/rotation-plan.ts';
import { SHARED_SECRETS } from '../operations/next-value.ts';

const made = kubernetesSecrets(await generateKeys(), {});
const SERVICES = ['account', 'admin', 'billing', 'console', 'docs', 'edge', 'inference', 'worker'];
const installation = (): HeldSecret[] =>
  SERVICES.map((name) => ({ name: `tollgate-${name}`, data: { ...made[`tollgate-${name}`] } }));
const anOrder = (variable: string, step: RotationOrder['step'], service = ''): RotationOrder => ({
  variable,
  step,
  service,
});

/** The Secrets after some changes of an order. */
const after = (
  secrets: readonly HeldSecret[],
  order: RotationOrder,
  changes: readonly SecretChange[],
): HeldSecret[] =>
  secrets.map((one) => {
    const change = changes.find(({ name }) => name === one.name);
    if (change === undefined) return one;
    const entries = Object.entries({ ...one.data, ...change.data });
    const data = Object.fromEntries(entries.filter(([, value]) => value !== null));
    return { name: one.name, data: data as Record<string, string>, mark: markOf(order) };
  });
const took = async (secrets: HeldSecret[], order: RotationOrder): Promise<HeldSecret[]> =>
  after(secrets, order, await planRotation(order, secrets));
const valuesOf = (secrets: readonly HeldSecret[], variable: string): Set<string | undefined> =>
  new Set(secrets.map(({ data }) => data[variable]).filter((value) => value !== undefined));
const kidsOf = (json = '{"keys":[]}'): string[] =>
  (JSON.parse(json) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

test.each(SHARED_SECRETS)('%s becomes the same everywhere, step by step', async (variable) => {
  let secrets = installation();
  const [before] = valuesOf(secrets, variable);
  for (const step of ['add', 'use', 'retire'] as const) {
    secrets = await took(secrets, anOrder(variable, step));
    expect(valuesOf(secrets, variable).size).toBe(1);
  }
  expect(valuesOf(secrets, variable)).not.toEqual(new Set([before]));
  const others = Object.entries(made).flatMap(([name, data]) =>
    Object.entries(data).filter(
      ([key]) => key !== variable && secrets.some((one) => one.name === name),
    ),
  );
  const now = secrets.flatMap(({ data }) => Object.entries(data));
  for (const entry of others) expect(now).toContainEqual(entry);
});

test('a step that was broken off is brought to its end with the value that it began with', async () => {
  const order = anOrder('CREDENTIAL_MASTER_KEY', 'add');
  const changes = await planRotation(order, installation());
  expect(changes.length).toBeGreaterThan(2);
  const half = after(installation(), order, changes.slice(0, 1));
  await expect(planRotation(anOrder('CREDENTIAL_MASTER_KEY', 'use'), half)).rejects.toThrow(
    /is not the same in tollgate-admin, tollgate-inference, tollgate-worker/u,
  );
  const rest = await planRotation(order, half);
  expect(rest).toEqual(changes.slice(1));
  await expect(planRotation(order, after(half, order, rest))).rejects.toThrow(/use or retire/u);
});

test("a service's key is trusted by all before it signs, and alone afterwards", async () => {
  const order = (step: RotationOrder['step']) => anOrder('SERVICE_SIGNING_KEY', step, 'inference');
  const whole = await planRotation(order('add'), installation());
  expect(whole[0]).toMatchObject({ name: 'tollgate-inference' });
  const half = after(installation(), order('add'), whole.slice(0, 3));
  await expect(planRotation(order('use'), half)).rejects.toThrow(/does not have the next key/u);
  await expect(planRotation(order('retire'), half)).rejects.toThrow(/not in use yet/u);
  const added = await took(half, order('add'));
  expect([...valuesOf(added, 'SERVICE_TRUST_KEYS')].map((json) => kidsOf(json).at(-1))).toEqual([
    'inference.2',
  ]);
  expect(JSON.stringify([...valuesOf(added, 'SERVICE_TRUST_KEYS')])).not.toContain('\\"d\\"');
  await expect(planRotation(order('add'), added)).rejects.toThrow(/use it/u);
  const used = await took(added, order('use'));
  const own = used.find(({ name }) => name === 'tollgate-inference')?.data ?? {};
  expect(JSON.parse(own['SERVICE_SIGNING_KEY'] ?? '')).toMatchObject({ kid: 'inference.2' });
  expect(own).not.toHaveProperty('SERVICE_SIGNING_KEY_NEXT');
  const [trusted] = valuesOf(await took(used, order('retire')), 'SERVICE_TRUST_KEYS');
  expect(kidsOf(trusted)).toContain('inference.2');
  expect(kidsOf(trusted)).not.toContain('inference');
  expect(kidsOf(trusted)).toContain('edge');
});

test.each([
  ['an unknown variable', anOrder('SETUP_TOKEN', 'add'), /SECRET is one of KEY_PEPPER/u],
  ['a use without an add', anOrder('KEY_PEPPER', 'use'), /add one first/u],
  ['nobody’s key', anOrder('SERVICE_SIGNING_KEY', 'add', 'nobody'), /SERVICE is one of account/u],
  ['a key in use', anOrder('SERVICE_SIGNING_KEY', 'use', 'edge'), /add one first/u],
])('%s is refused', async (_what, order, says) => {
  await expect(planRotation(order, installation())).rejects.toThrow(says);
});
