import type { RequestDetail, RequestOut } from '@tollgate/contract/request-records';
import { storeIdOf } from '../fake-provider/openai/vector-stores.ts';
import { OPENAI, setUpFamily } from '../support/family-set-up.ts';
import { anotherKey } from '../support/another-key.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { MODEL_IDS, providersOf } from './models.ts';
import type { ModelName } from './models.ts';

/** What a client is told, and where the run of one feature happens. */
export interface Scene {
  /** With `/v1` at its end. */
  baseUrl: string;
  /** The key of a user who has credit. */
  key: string;
  /** A test key, which costs nothing. */
  testKey: string;
  /** The key of a user who has no credit. */
  poorKey: string;
  /** The public id of each model. */
  models: Readonly<Record<ModelName, string>>;
  /** The bodies that the provider was sent since the last look, each as text. */
  sent(): Promise<string[]>;
  /** What the records of requests have as served since a moment, with receipts. */
  served(since: Date): Promise<RequestDetail[]>;
  /** The most that a call may cost, in credits; null where the route has no quote for it. */
  quoted(path: string, body: object): Promise<string | null>;
  stop(): Promise<void>;
}

/**
 * Starts a whole stack in front of the fake provider, with a user who has credit and one who has
 * none.
 */
export async function openScene(): Promise<Scene> {
  const demo = await aDemo({ env: { RESPONSES_STREAMING: 'true' } });
  try {
    const poorKey = await anotherKey(demo, 'poor');
    const store = demo.stack.urls['provider'] ?? '';
    for (const provider of providersOf(store)) {
      const credentialId = await setUpFamily(demo, provider);
      if (provider.family === OPENAI.family) await shareStore(demo, credentialId);
    }
    return {
      baseUrl: demo.env.TOLLGATE_BASE_URL,
      key: demo.env.TOLLGATE_API_KEY,
      testKey: demo.env.TOLLGATE_TEST_KEY,
      poorKey,
      models: { ...MODEL_IDS, compatible: demo.env.TOLLGATE_MODEL },
      sent: () => sentBy(demo),
      served: (since) => servedSince(demo, since),
      quoted: (path, body) => quotedBy(demo, path, body),
      stop: () => demo.stack.drop(),
    };
  } catch (error) {
    await demo.stack.drop();
    throw error;
  }
}

/** Gives a vector store in the account of a credential to all users. */
async function shareStore(demo: Demo, credentialId: string): Promise<void> {
  const { status, body } = await demo.platform('POST', '/vector-stores', {
    name: 'Handbook',
    credential_id: credentialId,
    upstream_id: storeIdOf(OPENAI.credential['api_key'] ?? '', 'handbook'),
    user_id: null,
  });
  if (status !== 201) throw new Error(`no vector store: ${JSON.stringify(body)}`);
}

async function sentBy(demo: Demo): Promise<string[]> {
  const lines = await demo.invoice();
  await demo.clearInvoice();
  return lines.map((line) =>
    JSON.stringify((line as typeof line & { request_body: unknown }).request_body),
  );
}

const UNAUTHORIZED = 401;
/** Enough for the calls of one case. */
const RECORDS_MAX = 200;

async function servedSince(demo: Demo, since: Date): Promise<RequestDetail[]> {
  const from = encodeURIComponent(since.toISOString());
  const path = `/requests?status=served&mode=all&limit=${RECORDS_MAX}&date_from=${from}`;
  const list = () => demo.user<{ data: RequestOut[] }>('GET', path);
  let listed = await list();
  // A run takes longer than a session of the console lasts.
  if (listed.status === UNAUTHORIZED) {
    await demo.signIn();
    listed = await list();
  }
  const details = listed.body.data.map(({ public_id: id }) =>
    demo.user<RequestDetail>('GET', `/requests/${id}`),
  );
  return (await Promise.all(details)).map((one) => one.body);
}

async function quotedBy(demo: Demo, path: string, body: object): Promise<string | null> {
  const answer = await demo.v1<{ max_cost?: string; cost?: string }>(`${path}/quote`, body);
  return answer.status === 200 ? (answer.body.max_cost ?? answer.body.cost ?? null) : null;
}
