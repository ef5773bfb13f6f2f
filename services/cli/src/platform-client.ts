import { createClient } from '@tollgate/contract/client';
import type { Answer, Client } from '@tollgate/contract/client';
import type { PlatformRoute } from '@tollgate/contract/routes/admin';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandFault, RefusedFields } from './faults.ts';
import type { FieldFault } from './faults.ts';

/** The administrators' plane, typed by its routes. */
export type Platform = Client<PlatformRoute>;

/** Where the plane is and who signs in. */
export interface SignIn {
  /** Base address of the internal listener. */
  url: string;
  email: string;
  password: string;
}

/** A signed-in session. */
export interface Session {
  platform: Platform;
  /** Names a lease in each change that follows; null: none. */
  useLease(id: string | null): void;
  signOut(): Promise<void>;
}

const LEASE_HEADER = 'x-svc-configuration-lease';
/**
 * The longest that one answer may take, in milliseconds: a provider's list of models may be slow.
 */
const ANSWER_MS_MAX = 120_000;
/** How often a refusal for being asked too often is waited for. */
const PATIENCE_TRIES = 5;
/** The longest of these waits, in seconds. */
const PATIENCE_SECONDS_MAX = 10;
const UNAUTHENTICATED = 401;
const TOO_MANY = 429;

/**
 * Signs in as an administrator.
 * @throws CommandFault when the plane is not reached or refuses
 */
export async function signIn({ url, email, password }: SignIn): Promise<Session> {
  let token: string | null = null;
  let lease: string | null = null;
  const ask = (request: Request): Promise<Response> => {
    if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
    if (lease !== null) request.headers.set(LEASE_HEADER, lease);
    return patientFetch(request);
  };
  const open = createClient<PlatformRoute>({ baseUrl: originOf(url), fetch: patientFetch });
  const login = async (): Promise<void> => {
    const answer = open.POST('/api/platform/auth/login', { body: { email, password } });
    token = (await dataOf('sign in', answer)).access_token;
  };
  await login();
  const platform = createClient<PlatformRoute>({
    baseUrl: originOf(url),
    // A long apply outlives its token: who signed in once may do so again.
    fetch: async (request) => {
      const again = request.clone();
      const answer = await ask(request);
      if (answer.status !== UNAUTHENTICATED) return answer;
      await login();
      return ask(again);
    },
  });
  return {
    platform,
    useLease: (id) => {
      lease = id;
    },
    async signOut() {
      lease = null;
      await dataOf('sign out', platform.POST('/api/platform/auth/logout'));
    },
  };
}

/** Acts by the token of an administrator for machines, which needs no session. */
export function useToken({ url, token }: { url: string; token: string }): Session {
  let lease: string | null = null;
  const platform = createClient<PlatformRoute>({
    baseUrl: originOf(url),
    fetch: (request) => {
      request.headers.set('authorization', `Bearer ${token}`);
      if (lease !== null) request.headers.set(LEASE_HEADER, lease);
      return patientFetch(request);
    },
  });
  return {
    platform,
    useLease: (id) => {
      lease = id;
    },
    signOut: () => Promise.resolve(),
  };
}

function originOf(url: string): string {
  return url.replace(/\/+$/u, '');
}

/** A `fetch` that waits, some times, where the answer says that it asks too often. */
async function patientFetch(request: Request): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const answer = await fetch(request.clone(), { signal, redirect: 'error' });
    if (answer.status !== TOO_MANY || tries >= PATIENCE_TRIES) return answer;
    await answer.body?.cancel();
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await sleep(1_000 * Math.min(Math.max(1, seconds || 1), PATIENCE_SECONDS_MAX));
  }
}

/**
 * The data of an answer.
 * @param what was asked for, for people
 * @throws CommandFault with what the plane said
 */
export async function dataOf<Data>(what: string, asked: Promise<Answer<Data>>): Promise<Data> {
  const answer = await asked.catch((error: unknown) => {
    throw new CommandFault(`${what}: the platform API was not reached (${reasonOf(error)})`);
  });
  if (!answer.response.ok) throw refusalOf(what, answer);
  return answer.data as Data;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return inner === '' ? error.message : inner;
}

/** The words of an error, whatever shape it has; faults of fields name these. */
function refusalOf(what: string, { response, error: body }: Answer<unknown>): CommandFault {
  const { status, headers } = response;
  const { error, detail } = asRecord(body);
  const id = headers.get('x-request-id');
  const trace = id === null ? '' : ` (${id})`;
  if (Array.isArray(detail)) {
    return new RefusedFields(
      what,
      detail.map((fault) => fieldFault(fault, trace)),
    );
  }
  const { message } = asRecord(error);
  const words = typeof message === 'string' ? message : `the platform API answered ${status}`;
  return new CommandFault(`${what}: ${words}${trace}`);
}

function fieldFault(fault: unknown, trace: string): FieldFault {
  const { loc, msg } = asRecord(fault);
  const path = Array.isArray(loc) ? loc.slice(1).map(String) : [];
  return { path, words: `${String(msg)}${trace}` };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
