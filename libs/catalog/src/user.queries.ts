import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

export function findUserUplift(db: Db, userId: string): Promise<{ bp: number } | null> {
  return row(db, 'select bp from catalog.uplift_user where user_id = :userId', { userId });
}

export function listUserUplifts(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; bp: number }[]> {
  return rows(
    db,
    `select user_id as "userId", bp from catalog.uplift_user
     where user_id = any(cast(:userIds as uuid[]))`,
    { userIds },
  );
}

export function listUserModelUplifts(
  db: Db,
  userId: string,
): Promise<{ modelId: string; bp: number }[]> {
  return rows(
    db,
    `select model_id as "modelId", bp from catalog.uplift_user_model where user_id = :userId`,
    { userId },
  );
}

export function listUserModels(
  db: Db,
  userId: string,
): Promise<{ modelId: string; enabled: boolean }[]> {
  return rows(
    db,
    `select model_id as "modelId", enabled from catalog.user_model where user_id = :userId`,
    { userId },
  );
}

/** How many users have switched a model on or off by themselves, up to a limit of each. */
export async function countChoices(
  db: Db,
  of: { modelId: string; limit: number },
): Promise<{ on: number; off: number }> {
  const chosen = (enabled: boolean): string =>
    `(select count(*)::int from (select 1 from catalog.user_model
      where model_id = :modelId and enabled = ${enabled} limit :limit) one)`;
  const found = await row<{ on: number; off: number }>(
    db,
    `select ${chosen(true)} as "on", ${chosen(false)} as off`,
    of,
  );
  return found ?? { on: 0, off: 0 };
}

export async function upsertUserUplift(
  db: Db,
  uplift: { userId: string; bp: number },
): Promise<void> {
  await rows(
    db,
    `insert into catalog.uplift_user (user_id, bp) values (:userId, :bp)
     on conflict (user_id) do update set bp = excluded.bp, updated_at = now()`,
    uplift,
  );
}

export async function upsertUserModelUplift(
  db: Db,
  uplift: { userId: string; modelId: string; bp: number },
): Promise<void> {
  await rows(
    db,
    `insert into catalog.uplift_user_model (user_id, model_id, bp) values (:userId, :modelId, :bp)
     on conflict (user_id, model_id) do update set bp = excluded.bp, updated_at = now()`,
    uplift,
  );
}

export async function deleteUserModelUplift(
  db: Db,
  uplift: { userId: string; modelId: string },
): Promise<void> {
  await rows(
    db,
    'delete from catalog.uplift_user_model where user_id = :userId and model_id = :modelId',
    uplift,
  );
}

export async function deleteUserUplift(db: Db, userId: string): Promise<void> {
  await rows(db, 'delete from catalog.uplift_user where user_id = :userId', { userId });
}

export async function upsertUserModel(
  db: Db,
  choice: { userId: string; modelId: string; enabled: boolean },
): Promise<void> {
  await rows(
    db,
    `insert into catalog.user_model (user_id, model_id, enabled)
     values (:userId, :modelId, :enabled)
     on conflict (user_id, model_id) do update set enabled = excluded.enabled, updated_at = now()`,
    choice,
  );
}

/** The highest uplift of any user on a model, in basis points. */
export async function findHighestUplift(db: Db, modelId: string): Promise<number> {
  const found = await row<{ bp: number }>(
    db,
    `select greatest(
       coalesce((select max(bp) from catalog.uplift_user), 0),
       coalesce((select max(bp) from catalog.uplift_user_model where model_id = :modelId), 0)) as bp`,
    { modelId },
  );
  return found?.bp ?? 0;
}
