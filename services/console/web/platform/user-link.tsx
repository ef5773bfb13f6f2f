import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { Id } from '../shared/ui/copy.tsx';

/**
 * A link to a user's page with the email address as its text, or the ID for users without an
 * address; the title has the ID.
 */
export function UserLink({ id, email }: { id: string; email: string | null }): ReactElement {
  return (
    <Link
      to="/users/$userId"
      params={{ userId: id }}
      title={id}
      className="text-accent break-words underline"
    >
      {email === null ? <code className="whitespace-nowrap">{id}</code> : <bdi>{email}</bdi>}
    </Link>
  );
}

/**
 * What people know something by, with its id below to be taken along; the id alone where nothing
 * has a name.
 */
export function Named({ id, name }: { id: string; name: string | null }): ReactElement {
  if (name === null) return <Id value={id} />;
  return (
    <>
      <bdi className="block break-words">{name}</bdi>
      <Id value={id} />
    </>
  );
}
