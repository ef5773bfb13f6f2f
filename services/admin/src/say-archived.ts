import { HEADER } from '@tollgate/contract/headers';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import type { Response } from 'express';

/** Says in the head of an answer, whose body has only rows, what is left out; null: nothing. */
export function sayArchived(response: Response, archived: ArchivedOut | null | undefined): void {
  if (archived === null || archived === undefined) return;
  response.setHeader(HEADER.archived, `${archived.from}/${archived.to}`);
}
