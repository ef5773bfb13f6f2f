import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** For how long a model is shown that nobody has asked for since, in days. */
const SHOWN_DAYS = 7;

/** A model behind a credential. */
export interface TargetIds {
  credentialId: string;
  modelId: string;
}

/** A model that its provider does not know any more, or not for this credential. */
export interface GoneTarget extends TargetIds {
  provider: string;
  /** The exact public id. */
  model: string;
  /** The name of the credential. */
  credential: string;
  firstAt: Date;
  lastAt: Date;
}

/**
 * Notes that a model is gone.
 * @returns its names; null where the model or the credential is deleted
 */
export function noteGoneTarget(
  db: Db,
  target: TargetIds,
): Promise<Pick<GoneTarget, 'provider' | 'model' | 'credential'> | null> {
  return row(
    db,
    `with known as (
       select c.id as credential_id, m.id as model_id, m.provider, m.public_id, c.name
       from catalog.model m join catalog.provider_credential c on c.id = :credentialId
       where m.id = :modelId
     ), noted as (
       insert into catalog.gone_target as gone (credential_id, model_id)
       select credential_id, model_id from known
       on conflict (credential_id, model_id) do update set
         first_at = case when gone.last_at < now() - make_interval(days => :days)
           then now() else gone.first_at end,
         last_at = now()
     )
     select provider, public_id as model, name as credential from known`,
    { ...target, days: SHOWN_DAYS },
  );
}

/** Forgets that a model was gone, because it has answered. */
export async function forgetGoneTarget(db: Db, target: TargetIds): Promise<void> {
  await rows(
    db,
    `delete from catalog.gone_target
     where credential_id = :credentialId and model_id = :modelId`,
    { ...target },
  );
}

/** Models that are gone and could be called otherwise, the newest first. */
export function listGoneTargets(db: Db, limit: number): Promise<GoneTarget[]> {
  return rows<GoneTarget>(
    db,
    `select g.credential_id as "credentialId", g.model_id as "modelId", m.provider,
       m.public_id as model, c.name as credential, g.first_at as "firstAt", g.last_at as "lastAt"
     from catalog.gone_target g
     join catalog.model m on m.id = g.model_id and m.state = 'approved' and m.enabled
     join catalog.provider_credential c on c.id = g.credential_id and c.status = 'active'
     where g.last_at > now() - make_interval(days => :days)
     order by g.last_at desc, m.public_id limit :limit`,
    { limit, days: SHOWN_DAYS },
  );
}
