import type { Answer } from '@tollgate/contract/client';
import { HEADER } from '@tollgate/contract/headers';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import { asFailure, failureOf } from './failure.ts';

/** The rows of a list, with what the head of the answer says is in the archive. @throws Failure */
export async function listOf<Row>(
  asked: Promise<Answer<Row[]>>,
): Promise<{ data: Row[]; archived: ArchivedOut | null }> {
  const data = await dataOf(asked);
  const { response } = await asked;
  return { data, archived: archivedOf(response) };
}

/** What the head of an answer says is in the archive, and not in its body; null: nothing. */
export function archivedOf({ headers }: Response): ArchivedOut | null {
  const [from, to] = headers.get(HEADER.archived)?.split('/') ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}

/** The data of an answer. @throws Failure */
export async function dataOf<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  const answer = await asked.catch((error: unknown) => {
    throw asFailure(error);
  });
  if (!answer.response.ok) throw failureOf(answer.response, answer.error);
  return answer.data as Data;
}
