import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { GatewayError } from '@tollgate/contract/errors';
import type { ConnectionLimits } from './bounds.ts';

const SECOND_MS = 1_000;

/** The bytes that a connection had carried at the end of its last body; heads, and requests without a body, count towards the next body. */
const bytesBefore = new WeakMap<Socket, number>();

/** How long a body may take in all, in milliseconds, once the given number of bytes has come. */
export function bodyMsFor(bytes: number, limits: ConnectionLimits): number {
  const more = Math.floor(bytes / limits.bodyBytesPerSecond) * SECOND_MS;
  return Math.min(limits.requestMs, limits.bodyMs + more);
}

/**
 * Watches that the body of a request comes at a decent rate: a few bytes now and then would hold a place for as long as a whole upload
 * may. Ends with the body or the answer.
 * @param late told once, with the error that the client gets
 */
export function watchBody(
  response: ServerResponse,
  limits: ConnectionLimits,
  late: (error: GatewayError) => void,
): void {
  const request = response.req;
  const startedMs = performance.now();
  const { socket } = request;
  const before = bytesBefore.get(socket) ?? 0;
  const look = (): void => {
    if (request.complete || response.headersSent || response.destroyed) return;
    const allowedMs = bodyMsFor(socket.bytesRead - before, limits);
    const leftMs = allowedMs - (performance.now() - startedMs);
    if (leftMs > 0) timer = setTimeout(look, leftMs);
    else late(new GatewayError('request_timeout', 'The body took too long to arrive.'));
  };
  let timer = setTimeout(look, limits.bodyMs);
  const stop = (): void => clearTimeout(timer);
  request.once('end', () => {
    stop();
    bytesBefore.set(socket, socket.bytesRead);
  });
  response.once('close', stop);
}
