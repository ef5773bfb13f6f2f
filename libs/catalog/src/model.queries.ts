import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { CallTimes, ModelRow, ModelState } from './rows.ts';

const MODEL = `model.id, model.provider, model.family, model.upstream_model as "upstreamModel",
  model.public_id as "publicId", model.state, model.enabled, model.draft, model.contract,
  model.hard_output_tokens as "hardOutputTokens", model.first_byte_seconds as "firstByteSeconds",
  model.total_seconds as "totalSeconds", model.discovered_at as "discoveredAt",
  model.updated_at as "updatedAt"`;
/** Which models to list. */
export interface ModelFilter {
  state: ModelState | null;
  provider: string | null;
  family: string | null;
  publicId: string | null;
  limit: number;
  offset: number;
}

export function listModels(db: Db, filter: ModelFilter): Promise<ModelRow[]> {
  return rows<ModelRow>(
    db,
    `select ${MODEL} from catalog.model
     where (cast(:state as text) is null or state = :state)
       and (cast(:provider as text) is null or provider = :provider)
       and (cast(:family as text) is null or family = :family)
       and (cast(:publicId as text) is null or public_id = :publicId)
     order by public_id limit :limit offset :offset`,
    { ...filter },
  );
}

/** Every model that was ever approved or rejected, so that callers may know it. */
export function listDecidedModels(db: Db): Promise<ModelRow[]> {
  return rows<ModelRow>(
    db,
    `select ${MODEL} from catalog.model where state <> 'discovered' order by public_id`,
  );
}

export function listApprovedModels(db: Db): Promise<ModelRow[]> {
  return rows<ModelRow>(
    db,
    `select ${MODEL} from catalog.model where state = 'approved' order by public_id`,
  );
}

export function findModel(db: Db, id: string): Promise<ModelRow | null> {
  return row<ModelRow>(db, `select ${MODEL} from catalog.model where id = :id`, { id });
}

export function lockModel(db: Db, id: string): Promise<ModelRow | null> {
  return row<ModelRow>(db, `select ${MODEL} from catalog.model where id = :id for update`, { id });
}

/** Models of a provider's list, as JSON that the database takes apart. */
export interface FoundModels {
  provider: string;
  family: string;
  /** `[{id, upstream_model, draft}]` */
  models: string;
}

/**
 * Adds new models, and refreshes the drafts of known models; approved contracts stay as they were
 * approved. Returns the new models: a row that was only updated has a deleting transaction in
 * `xmax`.
 */
export async function upsertModels(
  db: Db,
  found: FoundModels,
): Promise<{ id: string; publicId: string }[]> {
  const touched = await rows<{ id: string; publicId: string; isNew: boolean }>(
    db,
    `insert into catalog.model as model (id, provider, family, upstream_model, public_id, draft)
     select found.id, :provider, :family, found.upstream_model,
       :provider || '/' || found.upstream_model, found.draft
     from jsonb_to_recordset(cast(:models as jsonb))
       as found (id uuid, upstream_model text, draft jsonb)
     on conflict (public_id) do update set draft = excluded.draft
       where model.draft <> excluded.draft
     returning model.id, model.public_id as "publicId", model.xmax = 0 as "isNew"`,
    { ...found },
  );
  return touched.filter(({ isNew }) => isNew).map(({ id, publicId }) => ({ id, publicId }));
}

export function updateModelApproval(
  db: Db,
  model: { id: string; contract: string; hardOutputTokens: number | null } & CallTimes,
): Promise<ModelRow | null> {
  return row<ModelRow>(
    db,
    `update catalog.model set state = 'approved', contract = cast(:contract as jsonb),
       hard_output_tokens = :hardOutputTokens, first_byte_seconds = :firstByteSeconds,
       total_seconds = :totalSeconds, updated_at = now()
     where id = :id returning ${MODEL}`,
    { ...model },
  );
}

export function updateModelStanding(
  db: Db,
  model: { id: string; state: ModelState; enabled: boolean },
): Promise<ModelRow | null> {
  return row<ModelRow>(
    db,
    `update catalog.model set state = :state, enabled = :enabled, updated_at = now()
     where id = :id returning ${MODEL}`,
    model,
  );
}

/** The public ids of models, by their uuid; a model that has gone has none. */
export async function publicIdsOf(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ id: string; publicId: string }>(
    db,
    'select id, public_id as "publicId" from catalog.model where id = any (cast(:ids as uuid[]))',
    { ids: [...new Set(ids)] },
  );
  return new Map(found.map(({ id, publicId }) => [id, publicId]));
}

/** How many models wait for approval. */
export async function countWaitingModels(db: Db): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    `select cast(count(*) as int) as count from catalog.model where state = 'discovered'`,
  );
  return found?.count ?? 0;
}
