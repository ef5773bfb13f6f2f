import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A sum that differs from the sum of its records. */
export interface RollupFault {
  level: 'all_hour' | 'all_day' | 'key_hour' | 'key_day' | 'key_month';
  bucket: Date;
  userId: string;
  apiKeyId: string;
  kindId: number;
}

/** Days in UTC as `YYYY-MM-DD`; `until` is the day after the last one. */
export interface DayRange {
  from: string;
  until: string;
}

/** Compares the sums of whole days with their records, in one snapshot; gives the first faults. */
export function findRollupFaults(db: Db, days: DayRange, limit: number): Promise<RollupFault[]> {
  return rows<RollupFault>(
    db,
    `select level, bucket, user_id as "userId", api_key_id as "apiKeyId", kind_id as "kindId"
     from requests.rollup_faults(cast(:from as date), cast(:until as date)) limit :limit`,
    { ...days, limit },
  );
}

/** A day on which the sums of a user's sessions, or of its tags, differ from the records. */
export interface SessionFault {
  bucket: Date;
  userId: string;
}

/** Compares the sums of sessions with their records like {@link findRollupFaults}. */
export function findSessionFaults(db: Db, days: DayRange, limit: number): Promise<SessionFault[]> {
  return rows<SessionFault>(
    db,
    `select bucket, user_id as "userId"
     from requests.session_faults(cast(:from as date), cast(:until as date)) limit :limit`,
    { ...days, limit },
  );
}

/** Compares the sums of tags with their records like {@link findRollupFaults}. */
export function findTagFaults(db: Db, days: DayRange, limit: number): Promise<SessionFault[]> {
  return rows<SessionFault>(
    db,
    `select bucket, user_id as "userId"
     from requests.tag_faults(cast(:from as date), cast(:until as date)) limit :limit`,
    { ...days, limit },
  );
}
