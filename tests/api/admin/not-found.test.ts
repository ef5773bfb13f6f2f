import { randomUUID } from 'node:crypto';
import type { RouteDefinition } from '@tollgate/contract/route';
import { newPublicId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import { routes } from '../../../services/admin/src/routes.ts';
import { REQUEST_EXAMPLES } from '@tollgate/generators/openapi/examples';
import { nameOf } from '@tollgate/generators/openapi/operations';
import { sample } from '@tollgate/generators/openapi/sample';
import { aDatabase } from '../../support/database.ts';
import { aRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';
import { anAdmin } from './support/admin.ts';
import type { RunningAdmin } from './support/admin.ts';
import { aBilling } from './support/billing.ts';
import { aModel, approve } from './support/model.ts';
import { aProvider } from './support/provider.ts';
import type { TestProvider } from './support/provider.ts';
import { aUser } from './support/user.ts';

/** What the parameters of paths name; null for what is no id. */
const PREFIXES: Readonly<Record<string, IdPrefix | null>> = {
  user_id: 'usr',
  key_id: 'key',
  model_id: 'mdl',
  grant_id: 'grt',
  credential_id: 'cred',
  alias_id: 'als',
  purge_id: 'prg',
  public_id: 'req',
  administrator_id: 'adm',
  video_id: 'vid',
  batch_id: 'batch',
  webhook_id: 'whk',
  message_id: 'msg',
  lease_id: 'cfl',
  reconciliation_id: 'rcn',
  spool_id: 'spl',
  token_id: 'tok',
  vector_store_id: 'vs',
  category: null,
  queue: null,
  job_id: null,
};

let admin: RunningAdmin;
let provider: TestProvider;
let redis: TestRedis;
let billing: Awaited<ReturnType<typeof aBilling>>;
let real: Record<string, string>;
let foreignKey: string;

beforeAll(async () => {
  provider = await aProvider();
  const database = await aDatabase();
  billing = await aBilling(database);
  redis = await aRedis();
  admin = await anAdmin({
    database,
    billingUrl: billing.url,
    allowedUpstreams: provider.address,
    redisUrl: redis.url,
  });
  const model = await aModel(admin, provider);
  await approve(admin, model.id);
  const keyOf = async (userId: string): Promise<string> => {
    const params = { user_id: userId };
    return (await admin.send(createPlatformUserKey, { params, body: { name: 'a key' } })).body.id;
  };
  const [mine, other] = [await aUser(admin), await aUser(admin)];
  real = {
    user_id: mine.id,
    key_id: await keyOf(mine.id),
    model_id: model.id,
    credential_id: model.credentialId,
    action: 'suspend',
    queue: 'maintenance',
  };
  foreignKey = await keyOf(other.id);
});
afterAll(async () => {
  await billing.drop();
  await admin.drop();
  await redis.drop();
  await provider.drop();
});

const parametersOf = ({ path }: RouteDefinition): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'action');

const withIds = routes({ credentials: {} } as never)
  .map(({ definition }) => definition)
  .filter((route) => parametersOf(route).length > 0);

/** Ids that name nothing, or what is not behind this path. */
const strangers = (name: string): string[] => {
  const prefix = PREFIXES[name] ?? null;
  return [
    ...(prefix === null ? [] : [newPublicId(prefix), `${prefix}_`, `${prefix}_${'z'.repeat(26)}`]),
    ...(name === 'key_id' ? [foreignKey, foreignKey.toUpperCase()] : []),
    newPublicId(prefix === 'txn' ? 'op' : 'txn'),
    randomUUID(),
    "' or 1=1--",
    '0',
    '%',
    '__proto__',
    'x'.repeat(5_000),
  ];
};

const plain = (body: { error: object }) => ({ error: { ...body.error, request_id: '' } });

test('every parameter of every path is known here', () => {
  const names = new Set(withIds.flatMap(parametersOf));
  expect([...names].sort()).toEqual(Object.keys(PREFIXES).sort());
});

test.each(
  withIds.flatMap((route) =>
    parametersOf(route).map((name) => ({
      title: `${route.method} ${route.path}: ${name}`,
      route,
      name,
    })),
  ),
)('$title that names nothing is answered alike, whatever it is', async ({ route, name }) => {
  const body = REQUEST_EXAMPLES[nameOf(route)] ?? (route.body && sample(route.body, false));
  const query = route.query === undefined ? {} : (sample(route.query, false) as object);
  const before = await admin.owner.raw('select epoch from change.counter');
  const answers = new Set<string>();
  for (const id of strangers(name)) {
    const { status, body: answer } = await admin.send(route, {
      params: { ...real, [name]: id },
      query: { ...query },
      ...(body === undefined ? {} : { body }),
      headers: { 'idempotency-key': randomUUID() },
    });
    expect([id.slice(0, 40), status]).toEqual([id.slice(0, 40), 404]);
    answers.add(JSON.stringify(plain(answer)));
  }
  expect(answers.size).toBe(1);
  const after = await admin.owner.raw('select epoch from change.counter');
  expect(after.rows).toEqual(before.rows);
});
