import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { keysQuery } from './queries.ts';

/** A key by its name; by its id once it is deleted. */
export function KeyName({ id }: { id: string }): ReactElement {
  const keys = useQuery(keysQuery);
  const name = keys.data?.find((key) => key.id === id)?.name ?? id;
  return <bdi className="block max-w-80 break-words">{name}</bdi>;
}
