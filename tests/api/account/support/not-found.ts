import { randomUUID } from 'node:crypto';
import type { RouteDefinition } from '@tollgate/contract/route';
import { encodeId, newPublicId } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import type { RunningAccount } from './account.ts';
import { withoutRequestId } from './user.ts';

/** What a caller tries to reach, and by which route. */
export interface Reach {
  route: RouteDefinition;
  /** The name of the path parameter. */
  param: string;
  prefix: IdPrefix;
  token: string;
  /** An id that belongs to somebody else. */
  foreignId: string;
  body?: unknown;
}

/** O01, O02, Y10, Y11: foreign, unknown and malformed ids are answered alike, to the byte. */
export const expectNotFound = async (account: RunningAccount, reach: Reach): Promise<void> => {
  const { route, param, prefix, token, foreignId, body } = reach;
  const at = async (id: string) => {
    const { status, body: answer } = await account.send(route, {
      params: { [param]: id },
      token,
      ...(body === undefined ? {} : { body }),
    });
    return { status, body: withoutRequestId(answer) };
  };
  const unknown = await at(newPublicId(prefix));
  expect(unknown.status).toBe(404);
  const others = [
    foreignId,
    foreignId.toUpperCase(),
    ` ${foreignId}`,
    randomUUID(),
    randomUUID().toUpperCase(),
    `{${randomUUID()}}`,
    encodeId(prefix === 'key' ? 'usr' : 'key', randomUUID()),
    `${prefix}_`,
    `${prefix}_zzzzzzzzzzzzzzzzzzzzzzzzzz`,
    "' or 1=1--",
    '0',
    '%',
    '__proto__',
    'x'.repeat(5_000),
  ];
  for (const id of others) expect({ id, ...(await at(id)) }).toEqual({ id, ...unknown });
};
