import { decodeId } from '@tollgate/runtime/ids';
import type { Demo } from '../support/demo.ts';
import type { LoadKey } from './calls.ts';

/** A user of the load. */
export interface Person {
  id: string;
  /** Lives from hand to mouth: is granted little and often, and refused for want of credit. */
  poor: boolean;
  keys: LoadKey[];
}

const RICH_CREDITS = '10000';
const PASSWORD = 'a soak password of some length';

interface KeyCreated {
  id: string;
  secret: string;
}

/** Makes users with keys and credit. */
export async function makePeople(
  demo: Demo,
  given: { rich: number; keysEach: number },
): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index <= given.rich; index += 1) {
    const poor = index === given.rich;
    const email = `soak-${index}@example.com`;
    const made = await demo.platform<{ id: string }>('POST', '/users', {
      email,
      password: PASSWORD,
    });
    if (made.status !== 201) throw new Error(`no user: ${JSON.stringify(made.body)}`);
    const person: Person = { id: made.body.id, poor, keys: [] };
    const granted = await demo.platform('POST', `/users/${person.id}/credit-grants`, {
      amount: poor ? '0.01' : RICH_CREDITS,
      reason: 'soak',
    });
    if (granted.status !== 201) throw new Error(`no grant: ${JSON.stringify(granted.body)}`);
    const keys = poor ? 1 : given.keysEach;
    for (let key = 0; key < keys; key += 1) person.keys.push(await makeKey(demo, person.id, key));
    people.push(person);
  }
  return people;
}

async function makeKey(demo: Demo, userId: string, index: number): Promise<LoadKey> {
  const { status, body } = await demo.platform<KeyCreated>('POST', `/users/${userId}/keys`, {
    name: `soak ${index}`,
    mode: 'live',
  });
  const uuid = decodeId('key', body.id);
  if (status !== 201 || uuid === null) throw new Error(`no key: ${JSON.stringify(body)}`);
  return { secret: body.secret, uuid, publicId: body.id, userId, tickets: 0 };
}
