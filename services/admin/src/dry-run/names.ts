import { idOfCredential, idOfModel } from '@tollgate/catalog/name.queries';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { Db } from '@tollgate/db/connect';
import { idOfAddress } from '@tollgate/identity/users';
import { encodeId } from '@tollgate/runtime/ids';

/** No id has one of these, and each name of what a dry run may make has one. */
const IN_NAMES = /[/@]/u;

type Find = (db: Db, name: string) => Promise<string>;

/** What goes by its name in a dry run, by the name of the parameter. */
const FINDERS: Readonly<Record<string, Find>> = {
  async model_id(db, name) {
    const id = await idOfModel(db, name);
    if (id !== null) return encodeId('mdl', id);
    const provider = name.slice(0, name.indexOf('/'));
    throw new GatewayError('not_found', `The provider ${provider} lists no model ${name}.`);
  },
  async user_id(db, name) {
    const id = await idOfAddress(db, name);
    if (id !== null) return encodeId('usr', id);
    throw new GatewayError('not_found', `There is no user ${name}.`);
  },
  async credential_id(db, name) {
    const at = name.indexOf('/');
    const id = await idOfCredential(db, { provider: name.slice(0, at), name: name.slice(at + 1) });
    if (id !== null) return encodeId('cred', id);
    throw new GatewayError('not_found', `There is no credential ${name}.`);
  },
};

/**
 * A value with ids in place of names, however deep they are.
 * @throws GatewayError `not_found` for a name that nothing has
 */
export async function withIds(db: Db, value: unknown): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await withIds(db, item));
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    entries.push([name, await idOr(db, name, inner)]);
  }
  return Object.fromEntries(entries);
}

function idOr(db: Db, name: string, value: unknown): Promise<unknown> {
  const find = Object.hasOwn(FINDERS, name) ? FINDERS[name] : undefined;
  if (find === undefined || typeof value !== 'string') return withIds(db, value);
  return IN_NAMES.test(value) ? find(db, value) : Promise.resolve(value);
}
