import type { ServerResponse } from 'node:http';
import { counter, gauge, histogram } from '@tollgate/telemetry/metrics';

/** The label of requests without a route; their paths are whatever callers send and would make endless labels. */
export const NO_ROUTE = 'none';
const MILLISECONDS = 1_000;
/** Nginx's status for a caller that left before the answer began. */
const STATUS_CALLER_LEFT = 499;

const requests = counter({
  name: 'http_requests_total',
  help: 'Requests that were answered.',
  labels: ['method', 'route', 'status'],
});
const errors = counter({
  name: 'http_errors_total',
  help: 'Requests that were answered with an error, by its code.',
  labels: ['route', 'code'],
});
const durations = histogram({
  name: 'http_request_duration_seconds',
  help: "From a request's head to the end of its answer.",
  labels: ['method', 'route'],
});
const inFlight = gauge({
  name: 'http_requests_in_flight',
  help: 'Requests that are being answered.',
  labels: [],
});

/** One request that has been answered. */
export interface AnsweredRequest {
  /** Method and path template of the route; null when no route was found. */
  route: { readonly method: string; readonly path: string } | null;
  /** Null when the caller left before an answer began. */
  status: number | null;
  durationMs: number;
  errorCode: string | null;
}

/** Counts an answered request: rate, errors, duration. */
export function countRequest({ route, status, durationMs, errorCode }: AnsweredRequest): void {
  const method = route?.method ?? NO_ROUTE;
  const path = route?.path ?? NO_ROUTE;
  requests.add([method, path, String(status ?? STATUS_CALLER_LEFT)]);
  durations.observe([method, path], durationMs / MILLISECONDS);
  if (errorCode !== null) countError(path, errorCode);
}

/** Counts an error by its code alone, for answers that are counted elsewhere. @param route a template, or {@link NO_ROUTE} */
export function countError(route: string, code: string): void {
  errors.add([route, code]);
}

function onClosed(): void {
  inFlight.add([], -1);
}

/** Counts an answer as in flight until it is over. */
export function countInFlight(response: ServerResponse): void {
  inFlight.add([], 1);
  response.once('close', onClosed);
}
