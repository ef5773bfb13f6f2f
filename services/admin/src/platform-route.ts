import { InputError } from '@tollgate/catalog/input-error';
import { HEADER } from '@tollgate/contract/headers';
import type { RouteDefinition } from '@tollgate/contract/route';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import { ValidationError } from '@tollgate/http/validate';
import type { AdminContext, AdminHandler } from './deps.ts';

/**
 * Pairs a definition with its handler; what the catalogue finds wrong with a body is answered like
 * any other bad field.
 */
export function platformRoute<R extends RouteDefinition>(
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
  return route(definition, wrapped);
}

/**
 * The context with the lease that the request names; a header that came twice names none that is
 * held.
 */
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
