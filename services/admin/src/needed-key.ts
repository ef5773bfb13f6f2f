import type { Request } from 'express';
import { HEADER } from '@tollgate/contract/headers';
import { IDEMPOTENCY_KEY_CHARACTERS_MAX, isNeededKey } from '@tollgate/contract/idempotency-key';
import { ValidationError } from '@tollgate/http/validate';

/**
 * The `Idempotency-Key` that a request must have.
 * @throws ValidationError
 */
export function neededKeyOf(request: Request): string {
  const lines = linesOf(request, HEADER.idempotencyKey);
  const [key] = lines;
  if (lines.length === 1 && isNeededKey(key)) return key;
  throw new ValidationError([
    {
      loc: ['header', 'Idempotency-Key'],
      msg: `must be 1 to ${IDEMPOTENCY_KEY_CHARACTERS_MAX} ASCII characters, blanks included`,
      type: lines.length === 0 ? 'missing' : 'value_error',
    },
  ]);
}

/**
 * Every value of a header. The runtime's own getter for this fails on a header that is called as
 * the prototype is.
 */
function linesOf({ rawHeaders }: Request, name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}
