import { GatewayError } from '@tollgate/contract/errors';
import { HEADER, SESSION_ID_CHARACTERS_MAX, SESSION_ID_PATTERN } from '@tollgate/contract/headers';
import type { IncomingCall } from './call.ts';

/** Where clients say by themselves which of their sessions a call belongs to: Claude Code, and Codex. The first that can be used counts. */
const CLIENT_HEADERS = ['x-claude-code-session-id', 'session-id', 'thread-id'] as const;
const SESSION_ID = new RegExp(SESSION_ID_PATTERN);

/**
 * The session that a call belongs to, by our own header or by one that a client sends of its own accord; null without any. A
 * client's header that cannot be used is passed over, because its user may be unable to change it.
 * @throws GatewayError `invalid_header` for a value of our own header that cannot be used
 */
export function readSessionId(header: IncomingCall['header']): string | null {
  const own = header(HEADER.sessionId);
  if (own === undefined) {
    return CLIENT_HEADERS.map(header).find((id) => id !== undefined && SESSION_ID.test(id)) ?? null;
  }
  if (SESSION_ID.test(own)) return own;
  throw new GatewayError(
    'invalid_header',
    `X-Svc-Session-Id may have 1 to ${SESSION_ID_CHARACTERS_MAX} letters, digits and signs of ._~:@/+=- only.`,
    { param: 'X-Svc-Session-Id' },
  );
}
