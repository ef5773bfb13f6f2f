import { isErrorCode } from '@tollgate/contract/errors';
import { HEADER } from '@tollgate/contract/headers';
import type { StoredAnswer } from '@tollgate/requests/idempotency';
import type { Exchange } from './call.ts';
import type { Ending } from './record.ts';

/** Answers from this status on are errors. */
const FIRST_ERROR_STATUS = 400;

/** The stored answer, byte for byte, under the new request id. Nothing is charged. */
export async function replay(
  { call, reply }: Exchange,
  answer: StoredAnswer,
  stream: boolean,
): Promise<Ending> {
  const headers = {
    ...answer.headers,
    [HEADER.requestId]: call.requestId,
    [HEADER.originalRequestId]: answer.requestId,
    [HEADER.idempotentReplay]: 'true',
  };
  if (stream && answer.status === 200) {
    const out = reply.openStream(headers);
    await out.write(answer.body.toString('utf8'));
    out.end();
  } else {
    reply.send({ status: answer.status, headers, body: answer.body });
  }
  return replayedAs(answer);
}

/** How a call ended that was answered by what is kept of another. */
export function replayedAs({ status, body }: { status: number; body: Buffer }): Ending {
  const error = status < FIRST_ERROR_STATUS ? null : errorIn(body);
  return { status, outcome: 'replayed', error, bill: null, timing: null };
}

/** The error that a stored answer tells. */
function errorIn(body: Buffer): Ending['error'] {
  const { error } = JSON.parse(body.toString('utf8')) as { error?: { code?: string } };
  const code = error?.code;
  return code !== undefined && isErrorCode(code) ? { code } : null;
}
