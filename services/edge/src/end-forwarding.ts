import type { ServerResponse } from 'node:http';
import { GatewayError } from '@tollgate/contract/errors';
import { countRequest } from '@tollgate/http/request-metrics';
import type { Logger } from '@tollgate/runtime/logger';
import { endServing } from '@tollgate/telemetry/tracing';
import { answerError } from './answer.ts';
import { forwardingOf } from './forwarding.ts';
import type { Forwarding } from './forwarding.ts';
import { templateOf } from './routes.ts';

/** The answer is over, or its client has left. */
export function onClosed(this: ServerResponse): void {
  const forwarding = forwardingOf(this);
  if (forwarding === undefined) return;
  clearTimeout(forwarding.timer);
  forwarding.place.leave();
  const status = this.headersSent ? this.statusCode : null;
  endServing(forwarding.tracing, status, null);
  countRequest({
    route: { method: (this.req.method ?? '').toLowerCase(), path: templateOf(forwarding.rule) },
    status,
    durationMs: performance.now() - forwarding.startedAt,
    errorCode: null,
  });
}

/** The answer takes too long: a late answer is refused, one that has begun is cut. */
export function onLate(deps: { logger: Logger }, response: ServerResponse): void {
  const forwarding = forwardingOf(response);
  if (forwarding === undefined || forwarding.answered) return;
  const { requestId, rule, toService } = forwarding;
  if (rule.goesOn === true && hasMoved(forwarding, response)) {
    forwarding.timer = setTimeout(onLate, rule.answerMs, deps, response);
    return;
  }
  forwarding.answered = true;
  deps.logger.warn({ requestId, target: rule.target }, 'a service took too long');
  toService?.destroy();
  const message = 'This part of the service took too long to answer.';
  answerError(response, new GatewayError('service_timeout', message), forwarding);
}

/** Whether more of an answer that has begun was sent since the last look. */
function hasMoved(forwarding: Forwarding, response: ServerResponse): boolean {
  const bytes = response.socket?.bytesWritten ?? 0;
  const moved = response.headersSent && bytes > forwarding.bytesSent;
  forwarding.bytesSent = bytes;
  return moved;
}
