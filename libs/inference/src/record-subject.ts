import type { RequestRecord } from '@tollgate/requests/records/request-record';
import type { IncomingCall } from './call.ts';
import type { Caller } from './caller.ts';
import type { Plan } from './plan.ts';
import type { TryLog } from './tries.ts';

/** How a record names what a call was for; names of the catalogue only. */
export type NamedFacts = Pick<RequestRecord, 'alias' | 'provider' | 'model'>;

/** What a record tells besides its ending. */
export interface RecordSubject {
  call: IncomingCall;
  caller: Caller;
  opId: string;
  attempt: number;
  /** As far as the body could be read. */
  asked: { model: string | null; stream: boolean; async: boolean };
  /** Absent when the call was refused before it was planned. */
  plan: Plan | null;
  /** The model of a call without a plan: of the answer that is repeated, or the one of the catalogue that was asked for. */
  named?: NamedFacts;
  /** The caller's session; null where the call names none. */
  sessionId: string | null;
  /** Which providers were called for it. */
  log: TryLog;
}
