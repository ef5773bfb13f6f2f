import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { FAMILIES } from '@tollgate/providers/families';

/** Whether a provider of this name is stored in the catalogue or built in. */
export async function knowsProvider(db: Db, name: string): Promise<boolean> {
  if (FAMILIES.some((family) => family.local !== undefined && builtInOf(family) === name)) {
    return true;
  }
  const found = await row<{ known: boolean }>(
    db,
    `select exists (select from catalog.model where provider = :name)
       or exists (select from catalog.provider_credential where provider = :name) as known`,
    { name },
  );
  return found?.known ?? false;
}

/** Whether there is a model of this exact id, in whatever state, or an alias of this name. */
export async function knowsModel(db: Db, name: string): Promise<boolean> {
  const isBuiltIn = FAMILIES.some((family) =>
    (family.local?.models ?? []).some((model) => `${builtInOf(family)}/${model}` === name),
  );
  if (isBuiltIn) return true;
  const found = await row<{ known: boolean }>(
    db,
    `select exists (select from catalog.model where public_id = :name)
       or exists (select from catalog.alias where name = :name) as known`,
    { name },
  );
  return found?.known ?? false;
}

/** Every model that a provider was ever found to have, by the provider's name and ours. */
export function listModelNames(
  db: Db,
  provider: string,
): Promise<{ upstreamModel: string; publicId: string }[]> {
  return rows(
    db,
    `select upstream_model as "upstreamModel", public_id as "publicId" from catalog.model
     where provider = :provider order by public_id`,
    { provider },
  );
}

/** The uuid of the model of a public id; null where no provider has listed one. */
export async function idOfModel(db: Db, publicId: string): Promise<string | null> {
  const found = await row<{ id: string }>(
    db,
    'select id from catalog.model where public_id = :publicId',
    { publicId },
  );
  return found?.id ?? null;
}

/** The uuid of a credential of a provider by its name, however that is written; null for none. */
export async function idOfCredential(
  db: Db,
  credential: { provider: string; name: string },
): Promise<string | null> {
  const found = await row<{ id: string }>(
    db,
    `select id from catalog.provider_credential
     where provider = :provider and lower(name) = lower(:name)`,
    credential,
  );
  return found?.id ?? null;
}

function builtInOf(family: (typeof FAMILIES)[number]): string {
  return family.provider ?? family.id;
}
