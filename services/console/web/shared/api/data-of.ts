import type { Answer } from '@tollgate/contract/client';
import { asFailure, failureOf } from './failure.ts';

/** The data of an answer. @throws Failure */
export async function dataOf<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  const answer = await asked.catch((error: unknown) => {
    throw asFailure(error);
  });
  if (!answer.response.ok) throw failureOf(answer.response, answer.error);
  return answer.data as Data;
}
