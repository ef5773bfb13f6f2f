import type { ClientRequest, ServerResponse } from 'node:http';
import type { Admittance } from '@tollgate/http/admission';
import type { Tracing } from '@tollgate/telemetry/tracing';
import type { FailureBudget, Sender } from '@tollgate/http/failure-budget';
import type { AnswerContext } from './response-headers.ts';
import type { Route } from './routes.ts';

/** One request on its way through the edge. */
export interface Exchange extends AnswerContext {
  readonly startedAt: number;
  /** Its place among the calls under way. */
  readonly admittance: Admittance;
  readonly route: Route;
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

const EXCHANGE = Symbol('exchange');

interface Carrier {
  [EXCHANGE]?: Exchange;
}

/** Hangs an exchange on its answer, where the proxy's events find it. */
export function setExchange(response: ServerResponse, exchange: Exchange): void {
  (response as Carrier)[EXCHANGE] = exchange;
}

/** The exchange of an answer, if it is one that is forwarded. */
export function exchangeOf(response: ServerResponse): Exchange | undefined {
  return (response as Carrier)[EXCHANGE];
}
