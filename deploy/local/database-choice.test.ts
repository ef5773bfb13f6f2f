import { chooseDatabase } from './database-choice.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://tollgate_billing:demo-password@127.0.0.1:5433/tollgate',
  CREDENTIAL_MASTER_KEY: 'of the demo',
};
const NAMED = 'postgres://owner:secret-password@db.example:5432/production?sslmode=verify-full';

describe('chooseDatabase', () => {
  it('takes the database that the caller names, and nothing of the local stack, while that runs', () => {
    expect(chooseDatabase(NAMED, LOCAL)).toEqual({
      env: undefined,
      reported: 'Database: production at db.example:5432 as owner (DATABASE_URL).',
    });
  });

  it.each([undefined, ''])(
    'takes that of the local stack when the caller names %p',
    (named?: string) => {
      expect(chooseDatabase(named, LOCAL)).toEqual({
        env: LOCAL,
        reported: 'Database: tollgate at 127.0.0.1:5433 as tollgate_billing (that of `make up`).',
      });
    },
  );

  it('takes none when nobody names one', () => {
    expect(chooseDatabase('', undefined)).toBeUndefined();
  });

  it('tells the folder of a socket, and nothing of an address that is no URL', () => {
    expect(chooseDatabase('postgres:///tollgate?host=/run/pg', undefined)?.reported).toBe(
      'Database: tollgate at /run/pg (DATABASE_URL).',
    );
    expect(chooseDatabase('secret-password', undefined)?.reported).toBe(
      'Database: an address that is no URL (DATABASE_URL).',
    );
  });
});
