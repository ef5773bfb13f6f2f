import type {
  ProviderCredentialOut,
  ProviderFamilyOut,
} from '@tollgate/contract/platform/credentials';
import type { PlatformModelOut, PlatformUserModelOut } from '@tollgate/contract/platform/models';
import type { PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import type { PlatformVectorStoreOut } from '@tollgate/contract/platform/vector-stores';
import type { RetentionPolicyOut } from '@tollgate/contract/platform/retention';
import type { Document, Noun } from './document.ts';
import { dataOf } from './platform-client.ts';
import type { Platform } from './platform-client.ts';

/** The running system, as far as it was asked for. */
export interface State {
  families: readonly ProviderFamilyOut[];
  credentials: readonly ProviderCredentialOut[];
  /** By public id. */
  models: ReadonlyMap<string, PlatformModelOut>;
  /** By name. */
  aliases: ReadonlyMap<string, PlatformAliasOut>;
  /** By e-mail address. */
  users: ReadonlyMap<string, PlatformUserOut>;
  /** What models cost a user, by e-mail address: of users whose uplifts were asked for. */
  uplifts: ReadonlyMap<string, readonly PlatformUserModelOut[]>;
  vectorStores: readonly PlatformVectorStoreOut[];
  retention: readonly RetentionPolicyOut[];
}

/** What to read. */
export interface Wanted {
  nouns: ReadonlySet<Noun>;
  /** E-mail addresses of the users to read; null: all. */
  emails: ReadonlySet<string> | null;
  /** Users of whom the uplifts of single models are read; null: all that are read. */
  uplifts: ReadonlySet<string> | null;
}

/** The longest page that the plane gives. */
const PAGE_ROWS = 1_000;
/** Up to so many users are looked for one by one; for more all are read. */
const SINGLE_USERS_MAX = 50;

/** What a document is compared with. */
export function wantedBy(document: Document): Wanted {
  const { users = {}, limits = {} } = document;
  const nouns = (Object.keys(document) as (Noun | 'tollgate')[]).filter(
    (name) => name !== 'tollgate',
  );
  return {
    nouns: new Set(nouns),
    emails: new Set([...Object.keys(users), ...Object.keys(limits)]),
    uplifts: new Set(
      Object.entries(users).flatMap(([email, user]) =>
        user.model_uplifts === undefined ? [] : [email],
      ),
    ),
  };
}

/** Reads the running system. @throws CommandFault */
export async function readState(platform: Platform, wanted: Wanted): Promise<State> {
  const has = (...nouns: Noun[]): boolean => nouns.some((noun) => wanted.nouns.has(noun));
  const none = Promise.resolve([]);
  const users = has('users', 'limits') ? await readUsers(platform, wanted.emails) : [];
  const models = has('providers', 'models', 'prices', 'aliases', 'users')
    ? readModels(platform)
    : none;
  const aliases = has('aliases') ? readAliases(platform) : none;
  const stores = has('vector_stores') ? readVectorStores(platform) : none;
  const credentials = platform.GET('/api/platform/provider-credentials');
  return {
    families: await dataOf('provider families', platform.GET('/api/platform/provider-families')),
    credentials: await dataOf('providers', credentials),
    models: new Map((await models).map((model) => [model.public_id, model])),
    aliases: new Map((await aliases).map((alias) => [alias.name, alias])),
    users: new Map(users.map((user) => [user.email, user])),
    uplifts: has('users') ? await readUplifts(platform, users, wanted.uplifts) : new Map(),
    vectorStores: await stores,
    retention: await dataOf('retention', platform.GET('/api/platform/retention-policies')),
  };
}

async function readModels(platform: Platform): Promise<PlatformModelOut[]> {
  const all: PlatformModelOut[] = [];
  for (;;) {
    const query = { limit: PAGE_ROWS, offset: all.length };
    const answer = platform.GET('/api/platform/models', { params: { query } });
    const page = await dataOf('models', answer);
    all.push(...page);
    if (page.length < PAGE_ROWS) return all;
  }
}

async function readAliases(platform: Platform): Promise<PlatformAliasOut[]> {
  return pagesOf((page) =>
    dataOf('aliases', platform.GET('/api/platform/aliases', { params: { query: page } })),
  );
}

async function readVectorStores(platform: Platform): Promise<PlatformVectorStoreOut[]> {
  return pagesOf((query) =>
    dataOf('vector stores', platform.GET('/api/platform/vector-stores', { params: { query } })),
  );
}

async function readUsers(
  platform: Platform,
  emails: ReadonlySet<string> | null,
): Promise<PlatformUserOut[]> {
  const pages = (search: { search?: string }): Promise<PlatformUserOut[]> =>
    pagesOf((page) => {
      const query = { ...page, ...search };
      return dataOf('users', platform.GET('/api/platform/users', { params: { query } }));
    });
  if (emails === null || emails.size > SINGLE_USERS_MAX) {
    return (await pages({})).filter(({ email }) => emails?.has(email) !== false);
  }
  const found: PlatformUserOut[] = [];
  for (const email of emails) {
    found.push(...(await pages({ search: email })).filter((user) => user.email === email));
  }
  return found;
}

/** All rows of a list that is newest first. */
async function pagesOf<Row extends { id: string }>(
  ask: (page: { limit: number; before?: string }) => Promise<Row[]>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (;;) {
    const last = all.at(-1);
    const before = last === undefined ? {} : { before: last.id };
    const page = await ask({ limit: PAGE_ROWS, ...before });
    all.push(...page);
    if (page.length < PAGE_ROWS) return all;
  }
}

async function readUplifts(
  platform: Platform,
  users: readonly PlatformUserOut[],
  of: ReadonlySet<string> | null,
): Promise<Map<string, readonly PlatformUserModelOut[]>> {
  const found = new Map<string, readonly PlatformUserModelOut[]>();
  for (const { id, email } of users) {
    if (of?.has(email) === false) continue;
    const params = { path: { user_id: id } };
    const path = '/api/platform/users/{user_id}/models';
    found.set(email, await dataOf(`users ${email}`, platform.GET(path, { params })));
  }
  return found;
}
