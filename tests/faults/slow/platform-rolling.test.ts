import { setTimeout as sleep } from 'node:timers/promises';
import got from 'got';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { watchMoney } from '../../support/soundness.ts';
import type { MoneyWatch } from '../../support/soundness.ts';

const START_MS = 240_000;
const PAUSE_MS = 40;
/** As a load balancer looks at its targets. */
const LOOK_EVERY_MS = 100;
const EDGES = [1, 2] as const;

/** What became of one request. */
interface Outcome {
  during: string;
  kind: string;
  status: number;
  text: string;
}

let demo: Demo;
let money: MoneyWatch;
beforeAll(async () => {
  demo = await aDemo({
    replicas: { edge: 2, inference: 2, account: 2, admin: 2, billing: 2, worker: 2, docs: 2 },
    env: { REPLICAS: '2' },
  });
  money = await watchMoney(demo);
}, START_MS);
afterAll(async () => {
  await money?.close();
  await demo?.stack.drop();
}, START_MS);

/** The listeners of an edge. */
const listeners = (edge: number): { open: string; inner: string } => {
  const suffix = edge === 1 ? '' : `-${edge}`;
  const { urls } = demo.stack;
  return { open: urls[`public${suffix}`] ?? '', inner: urls[`internal${suffix}`] ?? '' };
};

/** Gives the edges in turn that say they are ready. */
function balance(): { pick(): ReturnType<typeof listeners>; stop(): void } {
  const ready = new Map<number, boolean>(EDGES.map((edge) => [edge, true]));
  const look = async (edge: number): Promise<void> => {
    const health = await got(`${listeners(edge).open}/health/ready`, {
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: 1_000 },
    }).catch(() => undefined);
    ready.set(edge, health?.statusCode === 200);
  };
  const timer = setInterval(() => EDGES.forEach((edge) => void look(edge)), LOOK_EVERY_MS);
  let turn = 0;
  return {
    pick() {
      const open = EDGES.filter((edge) => ready.get(edge) === true);
      turn += 1;
      return listeners(open[turn % open.length] ?? 1);
    },
    stop: () => clearInterval(timer),
  };
}

interface Sent {
  url: string;
  token?: string;
  json?: object;
  headers?: Record<string, string>;
}

async function send({ url, token, json, headers }: Sent): Promise<Omit<Outcome, 'during'>> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return got(url, {
    method: json === undefined ? 'GET' : 'POST',
    headers: { ...authorization, ...headers },
    ...(json === undefined ? {} : { json }),
    throwHttpErrors: false,
    retry: { limit: 0 },
  }).then(
    ({ statusCode, body }) => ({ kind: '', status: statusCode, text: body }),
    (error: unknown) => ({ kind: '', status: 0, text: String(error) }),
  );
}

const call = (url: string, stream: boolean, headers: Record<string, string> = {}) =>
  send({
    url: `${url}/v1/chat/completions`,
    token: demo.env.TOLLGATE_API_KEY,
    headers,
    json: {
      model: demo.env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: '[[upstream: chunks=6; chunk-delay=40]] Hello' }],
      max_tokens: 50,
      stream,
    },
  });

/** An operation from its acceptance to its result; every poll has to be answered. */
async function operate(pick: () => string): Promise<Omit<Outcome, 'during'>> {
  const accepted = await call(pick(), false, { prefer: 'respond-async' });
  if (accepted.status !== 202)
    return { ...accepted, status: accepted.status === 200 ? 0 : accepted.status };
  const { status_url: path } = JSON.parse(accepted.text) as { status_url: string };
  for (;;) {
    const polled = await send({ url: `${pick()}${path}`, token: demo.env.TOLLGATE_API_KEY });
    if (polled.status !== 202) return polled;
    await sleep(LOOK_EVERY_MS);
  }
}

async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await send({ url, json: { email, password } });
  return (JSON.parse(answer.text) as { access_token: string }).access_token;
}

/** Requests to every service without pause; `during` names what happens to the stack meanwhile. */
async function load(
  state: { during: string; stopped: boolean },
  outcomes: Outcome[],
): Promise<void> {
  const edges = balance();
  const { env } = demo;
  const { open, inner } = edges.pick();
  const user = await signIn(
    `${open}/api/auth/login`,
    env.TOLLGATE_USER_EMAIL,
    env.TOLLGATE_USER_PASSWORD,
  );
  const administrator = await signIn(
    `${inner}/api/platform/auth/login`,
    env.TOLLGATE_ADMIN_EMAIL,
    env.TOLLGATE_ADMIN_PASSWORD,
  );
  const kinds: Record<string, () => Promise<Omit<Outcome, 'during'>>> = {
    stream: () => call(edges.pick().open, true),
    whole: () => call(edges.pick().open, false),
    'whole again': () => call(edges.pick().open, false),
    operation: () => operate(() => edges.pick().open),
    account: () => send({ url: `${edges.pick().open}/api/credits`, token: user }),
    admin: () => send({ url: `${edges.pick().inner}/api/platform/models`, token: administrator }),
    docs: () => send({ url: `${edges.pick().open}/api/openapi.json` }),
  };
  const loops = Object.entries(kinds).map(async ([kind, ask]) => {
    while (!state.stopped) {
      const { during } = state;
      outcomes.push({ during, ...(await ask()), kind });
      await sleep(PAUSE_MS);
    }
  });
  await Promise.all(loops).finally(() => edges.stop());
}

/** Asks the process to stop as an orchestrator does, waits until it has, and starts it again. */
async function roll(process: string): Promise<void> {
  await demo.stack.kill(process, 'SIGTERM');
  await demo.stack.ready(process);
}

const isWhole = ({ text }: Outcome): boolean => text.endsWith('data: [DONE]\n\n');

test('FF13 a rolling restart of every service under load fails no call', async () => {
  await money.begin();
  const state = { during: 'nothing', stopped: false };
  const outcomes: Outcome[] = [];
  const running = load(state, outcomes);
  for (const service of ['billing', 'worker', 'account', 'admin', 'docs', 'inference', 'edge']) {
    for (const process of [service, `${service}-2`]) {
      state.during = process;
      await roll(process);
      await sleep(500);
    }
  }
  state.stopped = true;
  await running;
  const counted = Object.entries(Object.groupBy(outcomes, ({ during }) => during));
  process.stdout.write(
    `requests during the restart of: ${counted.map(([name, all]) => `${name} ${all?.length}`).join(', ')}\n`,
  );
  expect(outcomes.filter(({ status }) => status !== 200)).toEqual([]);
  expect(outcomes.filter((one) => one.kind === 'stream' && !isWhole(one))).toEqual([]);
  expect(new Set(outcomes.map(({ kind }) => kind)).size).toBe(7);
  await money.sound('FF13');
}, 400_000);
