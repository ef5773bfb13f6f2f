import type { Answer } from '@tollgate/contract/client';
import type { DryRunStep } from '@tollgate/contract/platform/configuration';
import { dataOf } from './platform-client.ts';
import type { Platform } from './platform-client.ts';

/** One request that a step would send, and what it is about. */
export interface RecordedCall {
  call: DryRunStep;
  /** Names of what other calls make and this one works with. */
  needs: readonly string[];
  /** The name of what this call makes; null for none. */
  makes: string | null;
}

/** A plane that reads what is there, and only records what it is asked to change. */
export interface Recorder {
  platform: Platform;
  calls: readonly RecordedCall[];
}

interface Credential {
  id: string;
  provider: string;
  name: string;
  status: string;
}
interface Asked {
  params?: { path?: Record<string, string>; query?: Record<string, unknown> };
  body?: unknown;
}
type Ask = (path: string, asked?: Asked) => Promise<Answer<unknown>>;

const CREDENTIALS = '/api/platform/provider-credentials';
const USERS = '/api/platform/users';
const SYNC = /\/sync-models$/u;
/** No id has one of these, and each name of what a call makes has one. */
const NAME = /[/@]/u;

/**
 * Records the changes of steps. What a recorded change would make goes by its name in place of an
 * id: a credential by `provider/name`, a model by its public id, a user by the e-mail address.
 */
export function createRecorder(real: Platform): Recorder {
  const calls: RecordedCall[] = [];
  const overlay = createOverlay(real.GET as unknown as Ask);
  const by =
    (method: DryRunStep['method']): Ask =>
    async (path, { params = {}, body } = {}) => {
      const call: DryRunStep = {
        method,
        path,
        ...(params.path === undefined ? {} : { params: params.path }),
        ...(body === undefined ? {} : { body }),
      };
      const needs = namesIn([call.params, body]).flatMap((name) => [name, listOf(name)]);
      const makes = await overlay.noted(call);
      calls.push({ call, needs, makes });
      // A model that is approved again stays off until it is switched on.
      return answered({ id: makes, status: 'active', enabled: false });
    };
  const writes = { POST: by('POST'), PUT: by('PUT'), PATCH: by('PATCH'), DELETE: by('DELETE') };
  return { calls, platform: { GET: overlay.get, ...writes } as unknown as Platform };
}

interface Overlay {
  /** Reads what is there with what recorded calls make of it. */
  get: Ask;
  /** Notes what a call makes. @returns its name; null for none */
  noted(call: DryRunStep): Promise<string | null>;
}

function createOverlay(read: Ask): Overlay {
  const made: Credential[] = [];
  const statuses = new Map<string, string>();
  const users = new Set<string>();
  const listed = new Set<string>();

  async function credentials(): Promise<Credential[]> {
    const there = (await dataOf('providers', read(CREDENTIALS))) as Credential[];
    return [...there, ...made].map((one) => {
      const status = statuses.get(one.id) ?? one.status;
      return { ...one, status };
    });
  }

  async function noteCredential(id: string, path: string, status?: string): Promise<string> {
    if (status !== undefined) statuses.set(id, status);
    if (!SYNC.test(path)) return id;
    const all = await credentials();
    const { provider = '' } = all.find((one) => one.id === id) ?? {};
    listed.add(`${provider}/`);
    return `${provider}/`;
  }

  /** What recorded calls make of a list that is empty without them. */
  function madeFor({ params: { query = {} } = {} }: Asked): unknown[] {
    const { public_id: id = '', search = '' } = query;
    if (listed.has(listOf(String(id)))) {
      return [{ id, public_id: id, state: 'discovered', enabled: true }];
    }
    return users.has(String(search)) ? [{ id: search, email: search, limits: {} }] : [];
  }

  return {
    async get(path, asked = {}) {
      if (path === CREDENTIALS) return answered(await credentials());
      if (NAME.test(asked.params?.path?.['user_id'] ?? '')) return answered([]);
      const answer = await read(path, asked);
      const isEmpty = Array.isArray(answer.data) && answer.data.length === 0;
      return isEmpty ? answered(madeFor(asked)) : answer;
    },
    async noted({ method, path, params = {}, body }) {
      const { provider = '', name = '', email = '', status } = (body ?? {}) as Partial<Given>;
      const { credential_id: id } = params;
      if (id !== undefined) return noteCredential(id, path, status);
      if (path === CREDENTIALS) {
        made.push({ id: `${provider}/${name}`, provider, name, status: 'active' });
        return `${provider}/${name}`;
      }
      if (path !== USERS || method !== 'POST') return namesIn(params)[0] ?? null;
      users.add(email);
      return email;
    },
  };
}

type Given = Credential & { email: string };

/** What the list of the models of a provider goes by: `demo/` for `demo/chat`. */
function listOf(name: string): string {
  return name.slice(0, name.indexOf('/') + 1);
}

/** Names in place of ids, however deep they are. */
function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (!key.endsWith('_id') || typeof inner !== 'string') return namesIn(inner);
    return NAME.test(inner) ? [inner] : [];
  });
}

function answered(data: unknown): Answer<unknown> {
  return { data, response: new Response(null, { status: 200 }) };
}
