import type { StackOptions } from '@tollgate/deploy/local/stack-options';
import { seed } from '@tollgate/deploy/seed';
import type { DemoEnv } from '@tollgate/deploy/seed/demo-env';
import { jsonBody } from './json-body.ts';
import got from 'got';
import { untilQuiet } from './reported.ts';
import { aStack } from './stack.ts';
import type { TestStack } from './stack.ts';

/** One line of the fake provider's invoice, as far as tests read it. */
export interface InvoiceLine {
  n: number;
  status: number;
  /** Ends with `#batch` for a line of a batch. */
  path: string;
  /** The last four characters of the key. */
  credential: string | null;
  stream: boolean;
  prompt_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  cached_tokens: number;
  chunks_sent: number;
  finished: 'whole' | 'cut' | 'client_gone' | 'refused' | null;
}

/** An answer over HTTP, whatever its status. */
export interface Answer<Body = unknown> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body;
}

/** A running stack with the demo in it, and short ways to its planes. */
export interface Demo {
  stack: TestStack;
  env: DemoEnv;
  /** What the fake provider says it served, of paid routes. */
  invoice(): Promise<InvoiceLine[]>;
  clearInvoice(): Promise<void>;
  /** Steers the fake provider's next calls. */
  control(order: {
    behaviour: string;
    times: number;
    path?: string;
    model?: string;
  }): Promise<void>;
  /** Forgets what the fake provider was told to do. */
  calm(): Promise<void>;
  /** A call at the public listener with an API key. */
  v1<Body>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
  /** A call at the internal listener as the administrator. */
  platform<Body>(
    method: string,
    path: string,
    body?: unknown,
    idempotencyKey?: string,
  ): Promise<Answer<Body>>;
  /**
   * A call at the public listener as the demo's user. The wallet and its movements are read once
   * nothing is held, or after a while: billing hears of a charge right behind the answer.
   */
  user<Body>(method: string, path: string, body?: unknown): Promise<Answer<Body>>;
  /** The wallet of the demo's user as it is now, with what operations that are accepted hold. */
  creditsNow<Body>(): Promise<Answer<Body>>;
  /** Signs user and administrator in anew, for when their tokens have come to their end. */
  signIn(): Promise<void>;
}

/**
 * Starts every process and seeds the demo: the fake provider, priced models, a user with 100
 * credits and keys.
 */
export async function aDemo(
  options: {
    timerScale?: number;
    replicas?: Record<string, number>;
    env?: Record<string, string>;
    envOf?: NonNullable<StackOptions['envOf']>;
    durable?: boolean;
    /** Also run the services that only show pages; default false. */
    pages?: boolean;
    /** Root of another work tree whose processes run. */
    tree?: string;
    /** Called between the start of the processes and the seed. */
    started?: (stack: TestStack) => void;
  } = {},
): Promise<Demo> {
  const { started, ...stackOptions } = options;
  const stack = await aStack({
    withDemoProvider: true,
    timerScale: 0.2,
    supervise: true,
    ...stackOptions,
  });
  started?.(stack);
  return demoOf(stack);
}

/**
 * Seeds the demo into a stack with the fake provider that has nothing yet, and signs its people in.
 */
export async function demoOf(stack: TestStack): Promise<Demo> {
  const env = await seed({
    stateDir: stack.stateDir,
    urls: stack.urls,
    providerKeys: {},
    log: () => undefined,
  });
  const provider = stack.urls['provider'] ?? '';
  const publicUrl = stack.urls['public'] ?? '';
  const tokenOf = async (url: string, email: string, password: string): Promise<string> => {
    const answer = await send<{ access_token: string }>('POST', url, { body: { email, password } });
    return answer.body.access_token;
  };
  let administrator = '';
  let user = '';
  const signIn = async (): Promise<void> => {
    administrator = await tokenOf(
      `${env.TOLLGATE_ADMIN_URL}/api/platform/auth/login`,
      env.TOLLGATE_ADMIN_EMAIL,
      env.TOLLGATE_ADMIN_PASSWORD,
    );
    user = await tokenOf(
      `${publicUrl}/api/auth/login`,
      env.TOLLGATE_USER_EMAIL,
      env.TOLLGATE_USER_PASSWORD,
    );
  };
  await signIn();
  const asUser = () => ({ authorization: `Bearer ${user}` });
  const creditsNow = <Body>(): Promise<Answer<Body>> =>
    send('GET', `${publicUrl}/api/credits`, { headers: asUser() });
  return {
    stack,
    env,
    invoice: async () => {
      const listed = await send<InvoiceLine[]>('GET', `${provider}/__invoice`);
      return listed.body.filter(
        (line) => (line as InvoiceLine & { method: string }).method === 'POST',
      );
    },
    clearInvoice: async () => void (await send('DELETE', `${provider}/__invoice`)),
    control: async (order) => {
      const { status } = await send('POST', `${provider}/__control`, { body: order });
      if (status >= 300) throw new Error(`the fake provider refused ${order.behaviour}`);
    },
    calm: async () => void (await send('DELETE', `${provider}/__control`)),
    v1: (path, body, headers) =>
      send(body === undefined ? 'GET' : 'POST', `${env.TOLLGATE_BASE_URL}${path}`, {
        body,
        headers: { authorization: `Bearer ${env.TOLLGATE_API_KEY}`, ...headers },
      }),
    platform: (method, path, body, idempotencyKey) =>
      send(method, `${env.TOLLGATE_ADMIN_URL}/api/platform${path}`, {
        body,
        headers: {
          authorization: `Bearer ${administrator}`,
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
      }),
    creditsNow,
    user: async (method, path, body) => {
      if (method === 'GET' && path.startsWith('/credits'))
        await untilQuiet(
          async () => Number((await creditsNow<{ reserved?: string }>()).body.reserved ?? 0) === 0,
        );
      return send(method, `${publicUrl}/api${path}`, { body, headers: asUser() });
    },
    signIn,
  };
}

async function send<Body>(
  method: string,
  url: string,
  given: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<Body>> {
  const sent = jsonBody(given.body);
  const response = await got(url, {
    ...sent,
    method: method as 'GET',
    headers: { ...sent.headers, ...given.headers },
    throwHttpErrors: false,
    retry: { limit: 0 },
    responseType: 'text',
  });
  const text = response.body;
  const body = (text === '' ? undefined : parsed(text)) as Body;
  return { status: response.statusCode, headers: response.headers, body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
