import type { ClientRequest, ServerResponse } from 'node:http';
import type { Place } from '@tollgate/http/admission';
import type { Tracing } from '@tollgate/telemetry/tracing';
import type { FailureBudget, Sender } from '@tollgate/http/failure-budget';
import type { AnswerContext } from './response-headers.ts';
import type { PrefixRule } from './routes.ts';

/** One request on its way through the edge. */
export interface Forwarding extends AnswerContext {
  readonly startedAt: number;
  /** Its place among the calls under way. */
  readonly place: Place;
  readonly rule: PrefixRule;
  readonly sender: Sender;
  readonly failures: FailureBudget;
  readonly tracing: Tracing;
  readonly chunked: boolean;
  /** Whether the request has no body, so that it can be sent again. */
  readonly bodyless: boolean;
  /** The request to the service, once it has a socket. */
  toService: ClientRequest | undefined;
  /** Bytes that the service's socket had carried before this request. */
  bytesBefore: number;
  retried: boolean;
  /** The edge has answered by itself; what the service still does is of no interest. */
  answered: boolean;
  /** Bytes of the client's socket when the time was last looked at. */
  bytesSent: number;
  /** Ends the answer when it takes too long. */
  timer: NodeJS.Timeout | undefined;
}

const FORWARDING = Symbol('forwarding');

interface Carrier {
  [FORWARDING]?: Forwarding;
}

/** Hangs a forwarded request on its answer, where the proxy's events find it. */
export function setForwarding(response: ServerResponse, forwarding: Forwarding): void {
  (response as Carrier)[FORWARDING] = forwarding;
}

/** The forwarded request that an answer belongs to, if any. */
export function forwardingOf(response: ServerResponse): Forwarding | undefined {
  return (response as Carrier)[FORWARDING];
}
