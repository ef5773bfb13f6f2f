import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

/** A link to a model in the list of models, by its exact public id. */
export function ModelLink({ id }: { id: string }): ReactElement {
  return (
    <Link to="/models" search={{ public_id: id }} className="text-accent underline">
      <bdi className="break-all">{id}</bdi>
    </Link>
  );
}

/** A link to the calls of a model or an alias. */
export function CallsOfModel({ model }: { model: string }): ReactElement {
  return (
    <Link to="/requests" search={{ model }} className="text-accent underline">
      <bdi className="break-all">{model}</bdi>
    </Link>
  );
}

/** A link to the calls that ended with an error. */
export function CallsOfError({ code }: { code: string }): ReactElement {
  return (
    <Link to="/requests" search={{ error_code: code }} className="text-accent underline">
      <code>{code}</code>
    </Link>
  );
}
