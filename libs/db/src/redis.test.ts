import { sentinelOptions } from './redis.ts';

test('an address of Sentinels names all of them, the primary, its login and its database', () => {
  const url = 'redis+sentinel://tg:p%40ss@one:26380,two,[fd00::3]:26381/main/3';
  expect(sentinelOptions(url)).toEqual({
    sentinels: [
      { host: 'one', port: 26_380 },
      { host: 'two', port: 26_379 },
      { host: 'fd00::3', port: 26_381 },
    ],
    name: 'main',
    username: 'tg',
    password: 'p@ss',
    db: 3,
  });
});

test('Sentinels may have a login and TLS of their own', () => {
  const url = 'rediss+sentinel://:pw@one/main?sentinel_username=s&sentinel_password=t';
  expect(sentinelOptions(url)).toEqual({
    sentinels: [{ host: 'one', port: 26_379 }],
    name: 'main',
    password: 'pw',
    db: 0,
    sentinelUsername: 's',
    sentinelPassword: 't',
    tls: {},
    sentinelTLS: {},
    enableTLSForSentinelMode: true,
  });
});

test.each(['redis://u:p@host:6379/0', 'rediss://host', 'redis+sentinel://host-without-a-name'])(
  '%s is no address of Sentinels',
  (url) => expect(sentinelOptions(url)).toBeNull(),
);
