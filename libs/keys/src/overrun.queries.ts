import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A model that is held at the worst count that was seen of it. */
export interface HeldModel {
  modelId: string;
  ratio: number;
  excess: number;
  /** How long that goes on, in milliseconds, unless there is another overrun. */
  forMs: number;
}

/** An owner whose calls of a model are held at the worst count, as operators see it. */
export interface HeldOwner {
  ownerId: string;
  modelId: string;
  ratio: number;
  excess: number;
  since: Date;
  lastAt: Date;
}

const HELD = `model_id as "modelId", max(ratio) as ratio, cast(max(excess) as double precision) as excess,
  cast(max(for_ms) as double precision) as "forMs"`;

/** Notes by how much a prompt of an owner came out above its bound. */
export async function insertOverrun(
  db: Db,
  overrun: { ownerId: string; ratio: number },
): Promise<void> {
  await rows(
    db,
    'select keys.note_overrun(cast(:ownerId as uuid), cast(:ratio as double precision))',
    overrun,
  );
}

/** Notes an overrun that a wider bound does not end. */
export async function insertPersistentOverrun(
  db: Db,
  overrun: { ownerId: string; modelId: string; ratio: number; excess: number },
): Promise<void> {
  await rows(
    db,
    `select keys.note_persistent_overrun(cast(:ownerId as uuid), cast(:modelId as uuid),
       cast(:ratio as double precision), cast(:excess as bigint))`,
    overrun,
  );
}

/** By how much an owner's bounds are widened now. */
export function selectWidening(db: Db, ownerId: string): Promise<{ factor: number } | null> {
  return row(db, 'select factor from keys.widening where owner_id = :ownerId', { ownerId });
}

/** The models that are held for an owner. */
export function selectHeldOfOwner(db: Db, ownerId: string): Promise<HeldModel[]> {
  return rows(
    db,
    `select ${HELD} from keys.held_model where owner_id = :ownerId group by model_id`,
    { ownerId },
  );
}

/** The models that are held for every owner. */
export function selectHeldModels(db: Db): Promise<HeldModel[]> {
  return rows(db, `select ${HELD} from keys.held_model where for_all group by model_id`);
}

/** Which owners are held at the worst count, the newest overrun first. */
export function listHeldOwners(db: Db, limit: number): Promise<HeldOwner[]> {
  return rows(
    db,
    `select owner_id as "ownerId", model_id as "modelId", ratio,
       cast(excess as double precision) as excess, since, at as "lastAt"
     from keys.held_model order by at desc, owner_id, model_id limit :limit`,
    { limit },
  );
}
