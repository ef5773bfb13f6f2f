import type { RequestLog } from '@tollgate/requests/records/request-log';
import type { Directory } from '../caller/directory.ts';
import { countCall } from './metrics.ts';
import { namedFacts, noteNamed, toRecord } from './record.ts';
import type { RecordSubject } from './record.ts';
import type { Ending } from './ending.ts';

/** Step 10: the record, and the metrics that say the same. */
export function noteEnding(
  { requestLog, directory }: { requestLog: Pick<RequestLog, 'add'>; directory: Directory },
  subject: RecordSubject,
  ending: Ending,
): void {
  if (subject.plan === null && (subject.named?.model ?? null) === null) {
    noteNamed(subject, namedFacts(directory.catalog(), subject.caller, subject.asked.model));
  }
  requestLog.add(toRecord(subject, ending));
  countCall(subject, ending);
}
