import { verify } from '@node-rs/argon2';
import { createPasswords } from './password-hashing.ts';

test('a hash verifies its own password only', async () => {
  const passwords = await createPasswords();
  const hashed = await passwords.hash('correct horse');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, 'correct horse')).toBe(true);
  expect(await passwords.verify(hashed, 'correct horse ')).toBe(false);
});

test('a user without a hash costs the work of a wrong password and never gets in', async () => {
  const verified: string[] = [];
  const passwords = await createPasswords({
    verify: (hash, password) => {
      verified.push(hash);
      return verify(hash, password);
    },
  });
  const hashed = await passwords.hash('x');
  expect(await passwords.verify(hashed, 'y')).toBe(false);
  expect(await passwords.verify(null, 'y')).toBe(false);
  const [known, unknown] = verified.map((hash) => hash.split('$').slice(1, 4).join('$'));
  expect(verified).toHaveLength(2);
  expect(verified[1]).not.toBe(hashed);
  expect(known).toBe('argon2id$v=19$m=19456,t=2,p=1');
  expect(unknown).toBe(known);
});

test('long passwords are not cut', async () => {
  const passwords = await createPasswords();
  const hashed = await passwords.hash('x'.repeat(100));
  expect(await passwords.verify(hashed, 'x'.repeat(72))).toBe(false);
  expect(await passwords.verify(hashed, 'x'.repeat(101))).toBe(false);
});

test('U18: a burst waits up to a bound and is refused beyond it', async () => {
  const passwords = await createPasswords({ atOnceMax: 1, waitingMax: 4 });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => passwords.verify(null, 'x')),
  );
  const done = results.filter(({ status }) => status === 'fulfilled').length;
  expect(done).toBeGreaterThanOrEqual(4);
  expect(done).toBeLessThanOrEqual(6);
  const [refusal] = results.filter((result) => result.status === 'rejected');
  expect(refusal?.reason).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 2 });
  expect(await passwords.verify(null, 'x')).toBe(false);
});
