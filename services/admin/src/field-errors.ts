import { InputError } from '@tollgate/catalog/input-error';
import { HEADER } from '@tollgate/contract/headers';
import type { RouteDefinition } from '@tollgate/contract/route';
import { on } from '@tollgate/http/serve';
import type { MountedRoute } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import { decodeId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import type { AdminContext, AdminHandler } from './deps.ts';

/** Pairs a definition with its handler; what the catalogue finds wrong with a body is answered like any other bad field. */
export function onPlatform<R extends RouteDefinition>(
  definition: R,
  handler: AdminHandler<R>,
): MountedRoute {
  const wrapped: AdminHandler<R> = async (input, context) => {
    try {
      return await handler(input, definition.leased === true ? leased(context) : context);
    } catch (error) {
      throw error instanceof InputError ? bodyError(error) : error;
    }
  };
  return on(definition, wrapped);
}

/** The context with the lease that the request names; a header that came twice names none that is held. */
function leased(context: AdminContext): AdminContext {
  const lease = context.request.headers[HEADER.configurationLease];
  return lease === undefined ? context : { ...context, lease: String(lease) };
}

function bodyError(error: InputError): ValidationError {
  return new ValidationError(
    error.faults.map((fault) => ({
      loc: ['body', ...fault.path],
      msg: fault.message,
      type: 'value_error',
    })),
  );
}

/** A 422 for one field. */
export function fieldError(
  part: 'body' | 'query' | 'path',
  field: string,
  message: string,
): ValidationError {
  return new ValidationError([{ loc: [part, field], msg: message, type: 'value_error' }]);
}

/**
 * The uuid of a `before` parameter; undefined without one.
 * @throws ValidationError for what is no id of that kind
 */
export function cursorOf(prefix: IdPrefix, before: string | undefined): string | undefined {
  if (before === undefined) return undefined;
  const uuid = decodeId(prefix, before);
  if (uuid === null) throw fieldError('query', 'before', 'must be the id of a row');
  return uuid;
}
