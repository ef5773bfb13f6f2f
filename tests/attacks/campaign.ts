import { storeIdOf } from '../fake-provider/openai/vector-stores.ts';
import { begin, clientOf, upload } from '../support/a-batch.ts';
import type { RouteDefinition } from '@tollgate/contract/route';
import { row } from '@tollgate/db/connect';
import { newPublicId } from '@tollgate/runtime/ids';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { aSharedDemo } from '../support/shared-demo.ts';
import { listDefinitions } from '@tollgate/generators/openapi/mounted';
import { createSender } from './send.ts';
import type { Sender, Shot } from './send.ts';
import { watchUnhurt } from './unhurt.ts';
import type { Allowed, Hit, Unhurt } from './unhurt.ts';

/** Somebody with an account, signed in. */
export interface Person {
  id: string;
  token: string;
  /** The session as a cookie's value. */
  session: string;
  /** A live key. */
  key: string;
  testKey: string;
}

/** A stack under attack, and who attacks whom. */
export interface Campaign {
  demo: Demo;
  unhurt: Unhurt;
  sender: Sender;
  /** Every route that clients can reach. */
  routes: readonly RouteDefinition[];
  /** Attacks. */
  alice: Person;
  /** Is attacked. */
  bob: Person;
  administrator: { token: string };
  /** Sends to the listener that knows the route. */
  send(route: RouteDefinition, shot: Shot): Promise<Hit>;
  /** The credentials that a route asks for, Alice's where they are a user's. */
  credentials(route: RouteDefinition): Record<string, string>;
  /** As `Unhurt.by`, and neither an event, an account, a key nor a change may have been written. */
  by<Hits extends Hit | readonly Hit[]>(
    attack: () => Promise<Hits>,
    allowed?: Allowed,
  ): Promise<Hits>;
  stop(): Promise<void>;
}

const PASSWORD = 'a password for a campaign';

const TIMER_SCALE = 0.2;

/**
 * Two users and an administrator, on a shared stack.
 * @param env what its processes have besides: makes it a stack of its own, which shows pages too
 */
export async function aCampaign(env?: Record<string, string>): Promise<Campaign> {
  const demo =
    env === undefined
      ? await aSharedDemo({ timerScale: TIMER_SCALE })
      : await aDemo({ timerScale: TIMER_SCALE, pages: true, env });
  const sender = createSender(demo);
  const unhurt = await watchUnhurt(demo);
  const alice = await aPerson(demo, sender, 'alice');
  const bob = await aPerson(demo, sender, 'bob');
  const administrator = { token: await signInAdministrator(demo, sender) };
  unhurt.hide(administrator.token, PASSWORD, ...Object.values(bob).slice(1));
  const bearers: Record<string, string> = {
    user: alice.token,
    key: alice.key,
    platform: administrator.token,
  };
  const written = () => row(unhurt.owner, WRITTEN);
  return {
    demo,
    unhurt,
    sender,
    routes: listDefinitions(),
    alice,
    bob,
    administrator,
    send: (route, shot) => sender[isPlatform(route) ? 'internal' : 'public'](shot),
    credentials({ auth }) {
      const token = bearers[auth];
      return token === undefined ? {} : { authorization: `Bearer ${token}` };
    },
    async by(attack, allowed) {
      const before = await written();
      const hits = await unhurt.by(attack, allowed);
      expect(await written()).toEqual(before);
      return hits;
    },
    async stop() {
      sender.close();
      await unhurt.close();
      await demo.stack.drop();
    },
  };
}

/**
 * What only a request that was accepted changes; who is refused leaves an event and nothing else.
 */
const WRITTEN = `
  select (select epoch from change.counter) as changes,
         (select count(*) from audit.event
           where action not in ('login.failure', 'password.change_failure')
             and action not like '%.export') as events,
         (select count(*) from identity.user_account) as users,
         (select count(*) from identity.session) as sessions,
         (select count(*) from keys.api_key) as keys`;

/** Whether only the internal listener knows the route. */
export const isPlatform = ({ path }: RouteDefinition): boolean => path.startsWith('/api/platform');

/** Whether faults of the input are told as 422. */
export const isControl = ({ path }: RouteDefinition): boolean => path.startsWith('/api/');

/** `POST /api/keys/:key_id`. */
export const nameOf = ({ method, path }: RouteDefinition): string =>
  `${method.toUpperCase()} ${path}`;

async function aPerson(demo: Demo, sender: Sender, name: string): Promise<Person> {
  const email = `${name}@attacks.example`;
  const user = await demo.platform<{ id: string }>('POST', '/users', { email, password: PASSWORD });
  expect(user.status).toBe(201);
  const { id } = user.body;
  const granted = await demo.platform('POST', `/users/${id}/credit-grants`, { amount: '10' });
  expect(granted.status).toBe(201);
  const keyOf = async (mode: string): Promise<string> => {
    const made = await demo.platform<{ secret: string }>('POST', `/users/${id}/keys`, {
      name: `${mode} of ${name}`,
      mode,
    });
    expect(made.status).toBe(201);
    return made.body.secret;
  };
  const signedIn = await signIn(sender.public, '/api/auth/login', { email, password: PASSWORD });
  return { id, ...signedIn, key: await keyOf('live'), testKey: await keyOf('test') };
}

async function signInAdministrator(demo: Demo, sender: Sender): Promise<string> {
  const { TOLLGATE_ADMIN_EMAIL: email, TOLLGATE_ADMIN_PASSWORD: password } = demo.env;
  const { token } = await signIn(sender.internal, '/api/platform/auth/login', { email, password });
  return token;
}

async function signIn(
  send: (shot: Shot) => Promise<Hit>,
  path: string,
  body: object,
): Promise<{ token: string; session: string }> {
  const answer = await send({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const cookies = [answer.headers['set-cookie'] ?? []].flat().join('\n');
  const { access_token: token } = JSON.parse(answer.text) as { access_token: string };
  return { token, session: /svc_session=([^;]+)/.exec(cookies)?.[1] ?? '' };
}

/** A vector store of Bob's, at a credential that has no models. */
async function storeOf(demo: Demo, bob: Person): Promise<string> {
  const credential = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: 'openai',
    name: 'stores',
    base_url: `${demo.stack.urls['provider']}/openai/v1`,
    credential: { api_key: 'stores-key' },
  });
  const store = await demo.platform<{ id: string }>('POST', '/vector-stores', {
    name: 'mine',
    credential_id: credential.body.id,
    upstream_id: storeIdOf('stores-key', 'mine'),
    user_id: bob.id,
  });
  expect(store.status).toBe(201);
  return store.body.id;
}

/** Something of Bob's for every name under which routes of users and keys take an id. */
export async function belongingsOf({
  demo,
  sender,
  bob,
}: Campaign): Promise<Record<string, string>> {
  const idsOf = async (path: string): Promise<string[]> => {
    const headers = { authorization: `Bearer ${bob.token}` };
    const { text } = await sender.public({ method: 'GET', path, headers });
    const listed = JSON.parse(text) as Listed | { data: Listed };
    return (Array.isArray(listed) ? listed : listed.data).map(
      (one) => one.public_id ?? one.id ?? '',
    );
  };
  const operation = await demo.v1<{ id: string }>(
    '/chat/completions',
    { model: demo.env.TOLLGATE_MODEL, messages: [{ role: 'user', content: 'mine' }] },
    { authorization: `Bearer ${bob.key}`, prefer: 'respond-async' },
  );
  expect(operation.status).toBe(202);
  await eventually(async () => (await idsOf('/api/requests')).length > 0);
  const video = await demo.v1<{ id: string; media_id: string }>(
    '/videos',
    { model: 'sandbox/film', prompt: 'mine', seconds: 1 },
    { authorization: `Bearer ${bob.testKey}` },
  );
  expect(video.status).toBe(202);
  const ofBob = clientOf(demo, bob.testKey);
  const file = await upload(ofBob, ['{}']);
  const batch = await begin(ofBob, ['{}']);
  const webhook = await sender.public({
    method: 'POST',
    path: '/api/webhooks',
    headers: { authorization: `Bearer ${bob.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/hooks', events: ['operation.ended'] }),
  });
  const { id: webhookId } = JSON.parse(webhook.text) as { id: string };
  const firstOf = async (path: string): Promise<string> => (await idsOf(path))[0] ?? '';
  return {
    op_id: operation.body.id,
    key_id: await firstOf('/api/keys'),
    session_id: await firstOf('/api/sessions'),
    public_id: await firstOf('/api/requests'),
    video_id: video.body.id,
    media_id: video.body.media_id,
    file_id: file,
    batch_id: batch.id,
    vector_store_id: await storeOf(demo, bob),
    webhook_id: webhookId,
    message_id: newPublicId('msg'),
  };
}

type Listed = { id?: string; public_id?: string }[];
