import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import type { Document, User } from '../document.ts';
import { dataOf } from '../platform-client.ts';
import type { Platform } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences } from '../step.ts';
import type { FieldChange, Planning, Step, Work } from '../step.ts';

/** The reason of a change in the trail. */
const REASON = 'tollgate apply';

/** Addresses that the platform takes for a new user. */
const ADDRESS =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/u;

/**
 * Steps to the wanted users. Nobody is removed, and no password is set: a new user gets a link to
 * choose one.
 */
export function planUsers(planning: Planning): Step[] {
  const { document, state, fault } = planning;
  return Object.entries(document.users ?? {}).flatMap(([email, wanted]) => {
    const user = state.users.get(email);
    if (user?.status === 'closed') {
      fault({ path: ['users', email], words: 'is an account that was closed for good' });
      return [];
    }
    if (user === undefined && !ADDRESS.test(email)) {
      fault({ path: ['users', email], words: 'is no e-mail address' });
      return [];
    }
    if (!checkModels(planning, email, wanted)) return [];
    const uplifts = upliftsOf(state, email);
    const fields = [
      ...fieldsOf(user, wanted),
      ...differences(
        Object.entries(wanted.model_uplifts ?? {}).map(([model, bp]) => [
          `model_uplifts[${JSON.stringify(model)}]`,
          uplifts[model] ?? null,
          bp,
        ]),
      ),
    ];
    if (user !== undefined && fields.length === 0) return [];
    const action = user === undefined ? ('add' as const) : ('change' as const);
    const run = (work: Work): Promise<void> =>
      bringAbout(work, { email, wanted, isNew: user === undefined });
    const path = ['users', email];
    return [{ action, noun: 'users' as const, name: email, path, fields, run }];
  });
}

function checkModels({ document, state, fault }: Planning, email: string, user: User): boolean {
  const unknown = Object.keys(user.model_uplifts ?? {}).filter(
    (model) => !state.models.has(model) && document.models?.[model] === undefined,
  );
  for (const model of unknown) {
    fault({ path: ['users', email, 'model_uplifts', model], words: 'is no model that is known' });
  }
  return unknown.length === 0;
}

function fieldsOf(user: PlatformUserOut | undefined, wanted: User): FieldChange[] {
  return differences([
    ['name', user?.name, wanted.name],
    ['status', user?.status ?? 'active', wanted.status],
    ['max_output_tokens', user?.max_output_tokens ?? null, wanted.max_output_tokens],
    ['uplift_bp', user?.uplift_bp ?? 0, wanted.uplift_bp],
  ]);
}

/** Uplifts of single models, by public id. */
function upliftsOf({ uplifts }: State, email: string): Record<string, number> {
  return Object.fromEntries(
    (uplifts.get(email) ?? [])
      .filter(({ uplift_source }) => uplift_source === 'model')
      .map(({ public_id, uplift_bp }) => [public_id, uplift_bp]),
  );
}

interface Task {
  email: string;
  wanted: User;
  isNew: boolean;
}

async function bringAbout(work: Work, { email, wanted, isNew }: Task): Promise<void> {
  const { platform } = work;
  const what = `users ${email}`;
  if (isNew) {
    const body = { email, ...(wanted.name === undefined ? {} : { name: wanted.name }) };
    await dataOf(what, platform.POST('/api/platform/users', { body }));
  }
  const user = await work.user(email);
  const params = { path: { user_id: user.id } };
  const of = new Set(fieldsOf(user, wanted).map(({ field }) => field));
  if (of.has('name') || of.has('max_output_tokens')) {
    const { name, max_output_tokens } = wanted;
    const body = {
      ...(name === undefined ? {} : { name }),
      ...(max_output_tokens === undefined ? {} : { max_output_tokens }),
    };
    await dataOf(what, platform.PATCH('/api/platform/users/{user_id}', { params, body }));
  }
  if (of.has('uplift_bp') && wanted.uplift_bp !== undefined) {
    const body = { uplift_bp: wanted.uplift_bp, reason: REASON };
    const path = '/api/platform/users/{user_id}/pricing-uplift';
    await dataOf(what, platform.PUT(path, { params, body }));
  }
  await setModelUplifts(work, { id: user.id, what, uplifts: wanted.model_uplifts ?? {} });
  if (of.has('status') && wanted.status !== undefined) {
    await setStatus(platform, { id: user.id, what, status: wanted.status });
  }
}

async function setModelUplifts(
  { platform, model }: Work,
  { id, what, uplifts }: { id: string; what: string; uplifts: Record<string, number | null> },
): Promise<void> {
  if (Object.keys(uplifts).length === 0) return;
  const list = platform.GET('/api/platform/users/{user_id}/models', {
    params: { path: { user_id: id } },
  });
  const now = new Map((await dataOf(what, list)).map((one) => [one.public_id, one]));
  for (const [publicId, uplift_bp] of Object.entries(uplifts)) {
    const seen = now.get(publicId);
    const own = seen?.uplift_source === 'model' ? seen.uplift_bp : null;
    if (own === uplift_bp) continue;
    const path = '/api/platform/users/{user_id}/models/{model_id}/pricing';
    const params = { path: { user_id: id, model_id: (await model(publicId)).id } };
    await dataOf(what, platform.PUT(path, { params, body: { uplift_bp, reason: REASON } }));
  }
}

async function setStatus(
  platform: Platform,
  { id, what, status }: { id: string; what: string; status: 'active' | 'suspended' },
): Promise<void> {
  const params = { path: { user_id: id } };
  const body = { status, reason: REASON };
  await dataOf(what, platform.PATCH('/api/platform/users/{user_id}/status', { params, body }));
}

/** Users whose accounts are not closed, as a document has them. */
export function exportUsers(state: State): NonNullable<Document['users']> {
  return Object.fromEntries(
    [...state.users.values()].flatMap(({ email, status, name, max_output_tokens, uplift_bp }) => {
      if (status === 'closed') return [];
      const uplifts = upliftsOf(state, email);
      const more = Object.keys(uplifts).length === 0 ? {} : { model_uplifts: uplifts };
      return [[email, { name, status, max_output_tokens, uplift_bp, ...more }]];
    }),
  );
}
