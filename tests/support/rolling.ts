import { setTimeout as sleep } from 'node:timers/promises';
import { jsonBody } from './json-body.ts';
import got from 'got';
import type { Demo } from './demo.ts';
import { eventually } from './eventually.ts';

const PAUSE_MS = 40;
/** As a load balancer looks at its targets. */
const LOOK_EVERY_MS = 100;
const EDGES = [1, 2] as const;
/** Requests of each kind that end between two restarts at least. */
const REQUESTS_BETWEEN = 2;
/** In the order of an upgrade: those that others depend on first, the edge last. */
const SERVICES = ['billing', 'worker', 'account', 'admin', 'docs', 'inference', 'edge'] as const;
const KINDS = ['stream', 'whole', 'whole again', 'operation', 'account', 'admin', 'docs'] as const;

/** Two of everything, so that one can be restarted while the other serves. */
export const TWO_OF_EACH = {
  replicas: Object.fromEntries(SERVICES.map((service) => [service, 2])),
  env: { REPLICAS: '2' },
  pages: true,
};

/** The outcome of one request. */
export interface Outcome {
  during: string;
  kind: (typeof KINDS)[number];
  status: number;
  text: string;
}

type Answer = Pick<Outcome, 'status' | 'text'>;

/** Requests to every service without pause, streams and accepted operations among them. */
export interface RollingLoad {
  /** What happens to the stack meanwhile, for the outcomes from now on. */
  during(what: string): void;
  /** Waits until some more requests of each kind have been answered. */
  goOn(): Promise<void>;
  /** Ends the requests once they are answered, and gives the outcome of each. */
  end(): Promise<Outcome[]>;
}

interface Listeners {
  open: string;
  inner: string;
}

/** Gives the edges in turn that say they are ready. */
function balance({ stack }: Demo): { pick(): Listeners; stop(): void } {
  const listeners = (edge: number): Listeners => {
    const suffix = edge === 1 ? '' : `-${edge}`;
    const { [`public${suffix}`]: open = '', [`internal${suffix}`]: inner = '' } = stack.urls;
    return { open, inner };
  };
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

async function send({ url, token, json, headers }: Sent): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const sent = jsonBody(json);
  return got(url, {
    ...sent,
    method: json === undefined ? 'GET' : 'POST',
    headers: { ...sent.headers, ...authorization, ...headers },
    throwHttpErrors: false,
    retry: { limit: 0 },
  }).then(
    ({ statusCode, body }) => ({ status: statusCode, text: body }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
}

const call = (
  { env }: Demo,
  url: string,
  { stream = false, headers = {} }: { stream?: boolean; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  send({
    url: `${url}/v1/chat/completions`,
    token: env.TOLLGATE_API_KEY,
    headers,
    json: {
      model: env.TOLLGATE_MODEL,
      messages: [{ role: 'user', content: '[[provider: chunks=6; chunk-delay=40]] Hello' }],
      max_tokens: 50,
      stream,
    },
  });

/** An operation from its acceptance to its result; every poll has to be answered. */
async function operate(demo: Demo, pick: () => string): Promise<Answer> {
  const accepted = await call(demo, pick(), { headers: { prefer: 'respond-async' } });
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
  const { access_token: token } = JSON.parse(answer.text) as { access_token?: string };
  if (token === undefined) throw new Error(`${email} cannot sign in: ${answer.text}`);
  return token;
}

/**
 * Begins to ask both edges of a stack with two of everything, as the demo's user and administrator.
 */
export async function startLoad(demo: Demo): Promise<RollingLoad> {
  const edges = balance(demo);
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
  const asks: Record<Outcome['kind'], () => Promise<Answer>> = {
    stream: () => call(demo, edges.pick().open, { stream: true }),
    whole: () => call(demo, edges.pick().open),
    'whole again': () => call(demo, edges.pick().open),
    operation: () => operate(demo, () => edges.pick().open),
    account: () => send({ url: `${edges.pick().open}/api/credits`, token: user }),
    admin: () => send({ url: `${edges.pick().inner}/api/platform/models`, token: administrator }),
    docs: () => send({ url: `${edges.pick().open}/api/openapi.json` }),
  };
  const outcomes: Outcome[] = [];
  const state = { during: 'nothing', stopped: false };
  const loops = KINDS.map(async (kind) => {
    while (!state.stopped) {
      const { during } = state;
      outcomes.push({ during, kind, ...(await asks[kind]()) });
      await sleep(PAUSE_MS);
    }
  });
  return {
    during: (what) => void (state.during = what),
    async goOn() {
      const since = outcomes.length;
      await eventually(() => {
        const fresh = outcomes.slice(since);
        const isEnough = (kind: Outcome['kind']): boolean =>
          fresh.filter((one) => one.kind === kind).length >= REQUESTS_BETWEEN;
        return KINDS.every(isEnough);
      }, 'requests of some kind are not answered any more');
    },
    async end() {
      state.stopped = true;
      await Promise.all(loops).finally(() => edges.stop());
      return outcomes;
    },
  };
}

/**
 * Restarts every process in turn, those of a service before the next one's: each is asked to stop
 * as an orchestrator does, and starts again once it has.
 */
export async function rollAll({ stack }: Demo, load: RollingLoad): Promise<void> {
  for (const service of SERVICES) {
    for (const process of [service, `${service}-2`]) {
      load.during(process);
      await stack.kill(process, 'SIGTERM');
      await stack.ready(process);
      await load.goOn();
    }
  }
}

/** The requests that failed, and the streams that did not come to their end. */
export function failed(outcomes: readonly Outcome[]): Outcome[] {
  const isWhole = ({ kind, text }: Outcome): boolean =>
    kind !== 'stream' || text.endsWith('data: [DONE]\n\n');
  return outcomes.filter((one) => one.status !== 200 || !isWhole(one));
}

/** How many requests began during what. */
export function counted(outcomes: readonly Outcome[]): string {
  return Object.entries(Object.groupBy(outcomes, ({ during }) => during))
    .map(([name, all]) => `${name} ${all?.length}`)
    .join(', ');
}
