import type { Demo } from './demo.ts';

/** The live key of a new user, who has no credit. */
export async function anotherKey(demo: Demo, name: string): Promise<string> {
  const user = await demo.platform<{ id: string }>('POST', '/users', {
    email: `${name}@tollgate.example`,
    password: 'a password without any credit',
  });
  const key = await demo.platform<{ secret: string }>('POST', `/users/${user.body.id}/keys`, {
    name,
    mode: 'live',
  });
  if (key.status !== 201) throw new Error(`no key: ${JSON.stringify(key.body)}`);
  return key.body.secret;
}
