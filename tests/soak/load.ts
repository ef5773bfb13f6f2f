import { setTimeout as sleep } from 'node:timers/promises';
import type { Demo } from '../support/demo.ts';
import type { Random } from '../support/random.ts';
import { inputTokensOf } from '../fake-provider/prompt.ts';
import { chatPrint, embeddingPrint, outcomeOf, takeCeiling } from './calls.ts';
import type { Call, Calls, LoadKey } from './calls.ts';
import { bodyOf, send } from './client.ts';
import type { Asked, Seen } from './client.ts';
import type { Person } from './people.ts';

/** What the load works on. */
export interface LoadDeps {
  demo: Demo;
  /** Every edge's public address. */
  publicUrls: readonly string[];
  calls: Calls;
  people: readonly Person[];
  random: Random;
  models: { chat: readonly string[]; embedding: string };
}

/** The load of a run. */
export interface Load {
  /** Begins; resolves once `stop` was called and all that was begun is answered. */
  run(): Promise<void>;
  stop(): void;
  /** Grants that were acknowledged, by the key that they were sent under. */
  acknowledgedGrants(): readonly string[];
}

const WORKERS = 12;
const PAUSE_MS = [100, 600] as const;
/** The part of the calls that those make who can hardly pay. */
const POOR_PART = 0.04;
const KINDS = {
  whole: 28,
  slow: 5,
  stream: 18,
  leaver: 11,
  misbehaved: 7,
  keyed: 9,
  async: 8,
  embedding: 6,
  key: 3,
  grant: 4,
  revoke: 2,
  price: 1,
  uplift: 1,
};
const REPEATS_MAX = 5;
const POLL_MS = 700;
const POLLS_MAX = 500;
const OPERATIONS_OPEN_MAX = 25;
const PADDING_FIRST = 16;
/** Chats are told apart by their ceiling, embeddings by their length. */
const EMBEDDINGS_PER_KEY = 2_000;
const MISBEHAVIOURS = [
  'status=500',
  'status=429 retry-after=1',
  'cut after=3',
  'cut after=0',
  'cut-before-first-byte',
  'truncated',
  'error after=2',
  'empty',
  'html',
] as const;
const ORIGINAL = 'x-svc-original-request-id';

/** A mixed load; every step is by chance. */
export function createLoad(deps: LoadDeps): Load {
  const { demo, calls, people, random } = deps;
  const rich = people.filter(({ poor }) => !poor);
  const grants: { key: string; acknowledged: string | null; userId: string }[] = [];
  const operations = new Set<Promise<void>>();
  const state = { stopped: false };
  let embeddings = 0;

  const v1 = (path: string): string => `${random.pick(deps.publicUrls)}/v1${path}`;

  const poor = people.filter((person) => person.poor);
  const pickKey = (): LoadKey =>
    random.pick(random.pick(random.chance(POOR_PART) ? poor : rich).keys);

  function aChat(kind: string, directives: string): { call: Call; key: LoadKey; body: object } {
    const key = pickKey();
    const ceiling = takeCeiling(key);
    const call = calls.begin(kind, chatPrint(key.uuid, ceiling));
    const content = `${directives === '' ? '' : `[[provider: ${directives}]] `}soak-${call.n} ${'word '.repeat(random.between(1, 40))}`;
    const model = random.pick(deps.models.chat);
    const stream = kind === 'stream' || kind === 'leaver' || random.chance(0.5);
    return {
      call,
      key,
      body: {
        model,
        messages: [{ role: 'user', content }],
        max_tokens: ceiling,
        ...(stream && kind !== 'whole' && kind !== 'slow' && kind !== 'async' ? { stream } : {}),
      },
    };
  }

  async function chat(kind: string, directives: string, more: Partial<Asked> = {}): Promise<Seen> {
    const { call, key, body } = aChat(kind, directives);
    const seen = await send({
      method: 'POST',
      url: v1('/chat/completions'),
      token: key.secret,
      body,
      ...more,
      headers: { 'x-request-id': `soak-${call.n}`, ...more.headers },
    });
    calls.end(call, seen);
    return seen;
  }

  const frames = (): string =>
    `chunks=${random.between(3, 40)}; chunk-delay=${random.between(0, 50)}`;

  async function keyed(): Promise<void> {
    const { call, key, body } = aChat('keyed', random.chance(0.4) ? frames() : '');
    const once = (): Promise<Seen> =>
      send({
        method: 'POST',
        url: v1('/chat/completions'),
        token: key.secret,
        body,
        headers: { 'x-request-id': `soak-${call.n}`, 'idempotency-key': `soak-call-${call.n}` },
      });
    if (random.chance(0.4)) {
      const twins = await Promise.all([once(), once()]);
      for (const seen of twins) calls.end(call, seen);
    }
    for (let turn = 0; turn < REPEATS_MAX; turn += 1) {
      const seen = await once();
      calls.end(call, seen);
      if (outcomeOf(seen) === '200' && (turn > 0 || random.chance(0.5))) return;
      await sleep(random.between(50, 1_500));
    }
  }

  async function operation(): Promise<void> {
    if (operations.size >= OPERATIONS_OPEN_MAX) return;
    const { call, key, body } = aChat(
      'async',
      random.chance(0.3) ? `delay=${random.between(50, 2_500)}` : '',
    );
    const seen = await send({
      method: 'POST',
      url: v1('/chat/completions'),
      token: key.secret,
      body,
      headers: { 'x-request-id': `soak-${call.n}`, prefer: 'respond-async' },
    });
    const handle = bodyOf(seen) as { status_url?: string } | undefined;
    if (seen.status !== 202 || handle?.status_url === undefined) {
      calls.note('async', `accept ${outcomeOf(seen)}`);
      return;
    }
    const following = follow(call, key, handle.status_url).finally(() =>
      operations.delete(following),
    );
    operations.add(following);
  }

  async function follow(call: Call, key: LoadKey, path: string): Promise<void> {
    const { pathname } = new URL(path, deps.publicUrls[0]);
    for (let poll = 0; poll < POLLS_MAX; poll += 1) {
      await sleep(POLL_MS);
      const url = `${random.pick(deps.publicUrls)}${pathname}`;
      const seen = await send({ method: 'GET', url, token: key.secret });
      // An answer of the operation names the request that made it; other errors are the moment's.
      if (seen.end !== 'whole' || seen.headers[ORIGINAL] === undefined) continue;
      calls.end(call, seen);
      return;
    }
    calls.note('async', 'never ended');
  }

  async function embedding(): Promise<void> {
    const keys = rich.flatMap((person) => person.keys);
    const key = keys[embeddings % keys.length];
    const step = Math.floor(embeddings / keys.length);
    if (key === undefined || step >= EMBEDDINGS_PER_KEY) return;
    embeddings += 1;
    const characters = (PADDING_FIRST + step) * 4;
    const call = calls.begin('embedding', embeddingPrint(key.uuid, inputTokensOf(characters)));
    const input = `soak-${call.n} `.padEnd(characters, 'x');
    const seen = await send({
      method: 'POST',
      url: v1('/embeddings'),
      token: key.secret,
      body: { model: deps.models.embedding, input, dimensions: 8 },
      headers: { 'x-request-id': `soak-${call.n}` },
    });
    calls.end(call, seen);
  }

  /** Calls at a plane of control: what fails for the moment is told and left. */
  async function control<Body>(
    kind: string,
    method: string,
    path: string,
    more: { body?: object; key?: string } = {},
  ): Promise<Body | undefined> {
    try {
      const answer = await demo.platform<Body>(method, path, more.body, more.key);
      calls.note(kind, String(answer.status));
      return answer.status < 300 ? answer.body : undefined;
    } catch {
      calls.note(kind, 'no answer');
      return undefined;
    }
  }

  async function key(): Promise<void> {
    if (random.chance(0.5)) {
      const { id } = random.pick(people);
      const made = await control<{ id: string }>('key create', 'POST', `/users/${id}/keys`, {
        body: { name: 'passing', mode: 'live' },
      });
      if (made === undefined) return;
      await control('key delete', 'POST', `/users/${id}/keys/${made.id}/delete`);
      return;
    }
    const { publicId, userId } = pickKey();
    const path = `/users/${userId}/keys/${publicId}`;
    await control('key suspend', 'POST', `${path}/suspend`);
    await sleep(random.between(100, 2_000));
    // Also when the load has ended: operations of the key are still being followed.
    for (let turn = 0; turn < POLLS_MAX; turn += 1) {
      if ((await control('key resume', 'POST', `${path}/resume`)) !== undefined) return;
      await sleep(500);
    }
  }

  async function grant(): Promise<void> {
    const person = random.pick(people);
    const entry = { key: `soak-grant-${grants.length}`, acknowledged: null, userId: person.id };
    const given: { key: string; acknowledged: string | null; userId: string } = entry;
    grants.push(given);
    const soon = new Date(Date.now() + random.between(3_000, 60_000)).toISOString();
    const body = {
      amount: person.poor ? '0.012' : '0.5',
      reason: 'soak',
      ...(random.chance(0.3) ? { expires_at: soon } : {}),
    };
    for (let turn = 0; turn < REPEATS_MAX; turn += 1) {
      const made = await control<{ id: string }>(
        'grant',
        'POST',
        `/users/${person.id}/credit-grants`,
        { body, key: given.key },
      );
      if (made !== undefined) given.acknowledged = made.id;
      if (made !== undefined && random.chance(0.6)) return;
      await sleep(random.between(20, 400));
    }
  }

  async function revoke(): Promise<void> {
    const known = grants.filter(({ acknowledged }) => acknowledged !== null);
    if (known.length === 0) return;
    const { acknowledged } = random.pick(known);
    const sent = {
      body: random.chance(0.5) ? {} : { amount: '0.001' },
      key: `soak-revoke-${random.between(1, 1_000_000_000)}`,
    };
    const tries = random.between(1, 2);
    for (let n = 0; n < tries; n += 1) {
      await control('revoke', 'POST', `/credit-grants/${acknowledged}/revoke`, sent);
    }
  }

  async function price(): Promise<void> {
    const models = await control<{ id: string; public_id?: string; dimensions: string[] }[]>(
      'price',
      'GET',
      '/models?provider=demo',
    );
    if (models === undefined || models.length === 0) return;
    const { id, dimensions } = random.pick(models);
    const output = `${random.between(1, 4)}.${random.between(1, 9)}`;
    const all: Record<string, string> = {
      input: `0.${random.between(1, 9)}`,
      cache_read: '0.05',
      cache_write: '0.9',
      output,
      reasoning: output,
      request: `0.000${random.between(1, 9)}`,
    };
    const prices = Object.fromEntries(
      Object.entries(all).filter(([dimension]) => dimensions.includes(dimension)),
    );
    await control('price', 'POST', `/models/${id}/prices`, { body: { prices } });
  }

  const uplift = (): Promise<unknown> =>
    control('uplift', 'PUT', `/users/${random.pick(people).id}/pricing-uplift`, {
      body: { uplift_bp: random.between(0, 3_000) },
    });

  const steps: Record<keyof typeof KINDS, () => Promise<unknown>> = {
    whole: () => chat('whole', ''),
    slow: () => chat('slow', `delay=${random.between(100, 3_000)}`),
    stream: () => chat('stream', frames()),
    leaver: () =>
      chat('leaver', frames(), {
        leaveAfter: random.chance(0.7)
          ? { chunks: random.between(1, 8) }
          : { ms: random.between(1, 400) },
      }),
    misbehaved: () => chat('misbehaved', random.pick(MISBEHAVIOURS)),
    keyed,
    async: operation,
    embedding,
    key,
    grant,
    revoke,
    price,
    uplift,
  };

  async function work(): Promise<void> {
    while (!state.stopped) {
      await steps[random.weighted(KINDS)]();
      await sleep(random.between(...PAUSE_MS));
    }
  }

  return {
    async run() {
      await Promise.all(Array.from({ length: WORKERS }, work));
      await Promise.all(operations);
    },
    stop: () => {
      state.stopped = true;
    },
    acknowledgedGrants: () =>
      grants.filter(({ acknowledged }) => acknowledged !== null).map((given) => given.key),
  };
}
