import { rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** A trouble of the installation, as its processes report it again and again while it is there. */
export interface ReportedAlarm {
  type: string;
  subject: string;
  raisedAt: Date;
}

/** Alarms of a type that were reported within so many minutes, the oldest first. */
export function listAlarms(
  db: Db,
  wanted: { type: string; minutes: number; limit: number },
): Promise<ReportedAlarm[]> {
  return rows<ReportedAlarm>(
    db,
    `select type, subject, raised_at as "raisedAt" from webhooks.alarm
     where type = :type and seen_at > now() - make_interval(mins => :minutes)
     order by raised_at, subject limit :limit`,
    wanted,
  );
}
