import type { AliasStrategy } from '@tollgate/contract/platform/aliases';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { CallTimes, ModelRow } from './rows.ts';

/** A row of catalog.alias. */
export interface AliasRow extends CallTimes {
  id: string;
  name: string;
  strategy: AliasStrategy;
  enabled: boolean;
  /** The uuid of the administrator. */
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A row of catalog.alias_target with what matters of its model. */
export interface AliasTargetRow extends Pick<
  ModelRow,
  'publicId' | 'provider' | 'state' | 'enabled' | 'draft' | 'contract' | 'hardOutputTokens'
> {
  aliasId: string;
  modelId: string;
  /** At least 1; matters for weighted aliases only. */
  weight: number;
  /** How often the target is asked again before the next target is tried. */
  retries: number;
}

const ALIAS = `id, name, strategy, enabled, first_byte_seconds as "firstByteSeconds",
  total_seconds as "totalSeconds", created_by as "createdBy", created_at as "createdAt",
  updated_at as "updatedAt"`;

/** A page, newest first. */
export function listAliases(
  db: Db,
  page: { before: string | null; limit: number },
): Promise<AliasRow[]> {
  return rows<AliasRow>(
    db,
    `select ${ALIAS} from catalog.alias
     where cast(:before as uuid) is null or id < cast(:before as uuid)
     order by id desc limit :limit`,
    page,
  );
}

export function listAllAliases(db: Db): Promise<AliasRow[]> {
  return rows<AliasRow>(db, `select ${ALIAS} from catalog.alias order by name`);
}

export function listAliasesOfModel(
  db: Db,
  of: { modelId: string; limit: number },
): Promise<AliasRow[]> {
  return rows<AliasRow>(
    db,
    `select ${ALIAS} from catalog.alias
     where id in (select alias_id from catalog.alias_target where model_id = :modelId)
     order by name limit :limit`,
    of,
  );
}

export function findAlias(db: Db, id: string): Promise<AliasRow | null> {
  return row<AliasRow>(db, `select ${ALIAS} from catalog.alias where id = :id`, { id });
}

export function lockAlias(db: Db, id: string): Promise<AliasRow | null> {
  return row<AliasRow>(db, `select ${ALIAS} from catalog.alias where id = :id for update`, { id });
}

export function insertAlias(
  db: Db,
  alias: Omit<AliasRow, 'createdAt' | 'updatedAt'>,
): Promise<AliasRow | null> {
  return row<AliasRow>(
    db,
    `insert into catalog.alias
       (id, name, strategy, enabled, first_byte_seconds, total_seconds, created_by)
     values (:id, :name, :strategy, :enabled, :firstByteSeconds, :totalSeconds, :createdBy)
     returning ${ALIAS}`,
    { ...alias },
  );
}

export function updateAlias(
  db: Db,
  alias: Pick<AliasRow, 'id' | 'strategy' | 'enabled' | keyof CallTimes>,
): Promise<AliasRow | null> {
  return row<AliasRow>(
    db,
    `update catalog.alias set strategy = :strategy, enabled = :enabled,
       first_byte_seconds = :firstByteSeconds, total_seconds = :totalSeconds, updated_at = now()
     where id = :id returning ${ALIAS}`,
    alias,
  );
}

export function deleteAlias(db: Db, id: string): Promise<AliasRow | null> {
  return row<AliasRow>(db, `delete from catalog.alias where id = :id returning ${ALIAS}`, { id });
}

/** Targets in their order, of these aliases or, for null, of all. */
export function listAliasTargets(
  db: Db,
  aliasIds: readonly string[] | null,
): Promise<AliasTargetRow[]> {
  return rows<AliasTargetRow>(
    db,
    `select target.alias_id as "aliasId", target.model_id as "modelId", target.weight, target.retries,
       model.public_id as "publicId", model.provider, model.state, model.enabled, model.draft,
       model.contract, model.hard_output_tokens as "hardOutputTokens"
     from catalog.alias_target target
     join catalog.model model on model.id = target.model_id
     where cast(:aliasIds as uuid[]) is null or target.alias_id = any(cast(:aliasIds as uuid[]))
     order by target.alias_id, target.position`,
    { aliasIds },
  );
}

export async function deleteAliasTargets(db: Db, aliasId: string): Promise<void> {
  await rows(db, 'delete from catalog.alias_target where alias_id = :aliasId', { aliasId });
}

/** `targets` is JSON that the database takes apart: `[{position, model_id, weight, retries}]`. */
export async function insertAliasTargets(
  db: Db,
  targets: { aliasId: string; targets: string },
): Promise<void> {
  await rows(
    db,
    `insert into catalog.alias_target (alias_id, position, model_id, weight, retries)
     select :aliasId, target.position, target.model_id, target.weight, target.retries
     from jsonb_to_recordset(cast(:targets as jsonb))
       as target (position integer, model_id uuid, weight integer, retries smallint)`,
    targets,
  );
}

/** A model that is to become a target. */
export interface CandidateRow extends Pick<ModelRow, 'id' | 'state' | 'enabled'> {
  capability: RequestContract['capability'];
  contract: RequestContract | null;
}

export function listCandidates(db: Db, ids: readonly string[]): Promise<CandidateRow[]> {
  return rows<CandidateRow>(
    db,
    `select id, state, enabled, contract, coalesce(contract, draft) ->> 'capability' as capability
     from catalog.model where id = any(cast(:ids as uuid[]))`,
    { ids },
  );
}
