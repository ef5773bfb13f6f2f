import { Agent, request } from 'node:http';
import * as fc from 'fast-check';
import type { Demo } from '../support/demo.ts';
import { createRandom } from '../support/random.ts';
import { readOperations } from './operations.ts';
import type { Auth, Input } from './operations.ts';

/** An answer that may not be, with what it was an answer to. */
export interface RequestFinding {
  seed: number;
  input: Input;
  status: number;
  answer: string;
}

/** What became of many requests. */
export interface RequestRun {
  inputs: number;
  /** How many by status. */
  outcomes: Record<string, number>;
  findings: RequestFinding[];
}

/** Everything that callers may show, and values that mean something to the running system. */
export interface Callers {
  credentials: Record<Auth, string | null>;
  known: Record<string, readonly unknown[]>;
}

const AT_ONCE = 8;
/** Longer than anything in the system waits. */
const HANG_MS = 120_000;
const FINDINGS_MAX = 20;
const TRIES_MAX = 40;
const BEHIND_MS = 500;
const SHOWN_CHARACTERS = 2_000;
/** What is wrong with a provider is told with these. */
const HONEST = /^(?:upstream_|routing_error|outcome_indeterminate)/u;

/** A user of the fuzz, with a key of its own and some credit, so that nobody else is touched. */
export async function callersOf(demo: Demo): Promise<Callers> {
  const user = { email: 'fuzz@tollgate.example', password: 'a password of the fuzz' };
  const made = await demo.platform<{ id: string }>('POST', '/users', user);
  const { id } = made.body;
  const granted = await demo.platform('POST', `/users/${id}/credit-grants`, { amount: '1000' });
  const keys = await Promise.all(
    ['spent', 'named'].map((name) =>
      demo.platform<{ id: string; secret: string }>('POST', `/users/${id}/keys`, {
        name,
        mode: 'live',
      }),
    ),
  );
  const login = async (url: string, body: object): Promise<string> => {
    const answer = await send({ method: 'POST', url, headers: {}, body: JSON.stringify(body) });
    return (JSON.parse(answer.text) as { access_token: string }).access_token;
  };
  const statuses = [made, granted, ...keys].map(({ status }) => status);
  if (statuses.some((status) => status >= 300))
    throw new Error(`set-up was answered ${statuses.join()}`);
  const { TOLLGATE_ADMIN_EMAIL: email, TOLLGATE_ADMIN_PASSWORD: password } = demo.env;
  return {
    credentials: {
      none: null,
      user: await login(`${demo.stack.urls['public']}/api/auth/login`, user),
      platform: await login(`${demo.env.TOLLGATE_ADMIN_URL}/api/platform/auth/login`, {
        email,
        password,
      }),
      key: keys[0]?.body.secret ?? null,
    },
    known: {
      model: [demo.env.TOLLGATE_MODEL, 'sandbox/echo', 'sandbox/embed'],
      // The spent key has to stay, so only the other one is named.
      key_id: [keys[1]?.body.id],
      max_tokens: [1, 5, 50],
      max_completion_tokens: [1, 5, 50],
      stream: [true, false],
    },
  };
}

/** Sends so many requests, some at once. The same seed gives the same requests. */
export async function fuzzRequests(
  demo: Demo,
  callers: Callers,
  options: { seed: number; inputs: number },
): Promise<RequestRun> {
  const operations = (['public', 'internal'] as const).flatMap((plane) =>
    readOperations(plane, callers.known),
  );
  const run: RequestRun = { inputs: 0, outcomes: {}, findings: [] };
  const urls = {
    public: demo.stack.urls['public'] ?? '',
    internal: demo.stack.urls['internal'] ?? '',
  };
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < options.inputs) {
      const seed = (options.seed + next) >>> 0;
      next += 1;
      const input = requestOf(operations, seed);
      const secret = callers.credentials[input.auth];
      const answer = await sendUntilReady({
        method: input.method,
        url: urls[input.plane] + input.target,
        headers: {
          ...input.headers,
          ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        },
        body: input.body,
      });
      run.inputs += 1;
      const outcome = answer.status === 0 ? answer.text : String(answer.status);
      run.outcomes[outcome] = (run.outcomes[outcome] ?? 0) + 1;
      if (isHole(answer) && run.findings.length < FINDINGS_MAX) {
        const text = answer.text.slice(0, SHOWN_CHARACTERS);
        run.findings.push({ seed, input, status: answer.status, answer: text });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return run;
}

/** The request of one seed. */
function requestOf(operations: readonly fc.Arbitrary<Input>[], seed: number): Input {
  const operation = createRandom(seed).pick(operations);
  const [input] = fc.sample(operation, { seed: seed | 0, numRuns: 1 });
  if (input === undefined) throw new Error('nothing was made');
  return input;
}

interface Answered {
  /** 0 when there was no answer; the text says why then. */
  status: number;
  requestId: string;
  text: string;
}

/** No answer, a fault of ours, or one that is no answer of ours at all. */
function isHole({ status, requestId, text }: Answered): boolean {
  if (status === 0 || requestId === '') return true;
  if (status < 400) return false;
  const body = parsed(text) as { error?: { code?: string }; detail?: unknown } | undefined;
  if (status === 422 && Array.isArray(body?.detail)) return false;
  const code = body?.error?.code;
  if (code === undefined) return true;
  return status >= 500 && !HONEST.test(code);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * On a machine that is short of time a process may be behind, and says so; that is asked again, not
 * for ever.
 */
async function sendUntilReady(given: Sent): Promise<Answered> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(given);
    const isBehind = answer.status === 503 && answer.text.includes('"service_unavailable"');
    if (!isBehind || tries === TRIES_MAX) return answer;
    await new Promise((resolve) => setTimeout(resolve, BEHIND_MS));
  }
}

function send(given: Sent): Promise<Answered> {
  return new Promise((resolve) => {
    const failed = (why: string) => (): void => resolve({ status: 0, requestId: '', text: why });
    const outgoing = request(given.url, {
      method: given.method,
      agent,
      headers: {
        ...given.headers,
        ...(given.body === null
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(given.body)),
            }),
      },
    });
    outgoing.setTimeout(HANG_MS, () => {
      failed('hung')();
      outgoing.destroy();
    });
    outgoing.on('error', failed('connection broken'));
    outgoing.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', failed('answer broken'));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          requestId: String(response.headers['x-request-id'] ?? ''),
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      );
    });
    outgoing.end(given.body ?? undefined);
  });
}
