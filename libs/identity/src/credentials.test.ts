import { assertOwnPage, readBearer } from './credentials.ts';
import type { RequestCredentials } from './credentials.ts';

const request = (over: Partial<RequestCredentials>): RequestCredentials => ({
  method: 'POST',
  authorization: undefined,
  cookie: undefined,
  origin: undefined,
  fetchSite: undefined,
  host: 'gateway.example:8443',
  ...over,
});
const PUBLIC = 'https://console.example';

describe('a change by cookie', () => {
  test.each<[string, Partial<RequestCredentials>]>([
    ['from the same origin, as the browser says', { fetchSite: 'same-origin' }],
    ['with the origin of the host', { origin: 'https://gateway.example:8443' }],
    ['with the configured origin', { origin: PUBLIC }],
    ['with both', { fetchSite: 'same-origin', origin: PUBLIC }],
    ['that changes nothing', { method: 'GET', fetchSite: 'cross-site', origin: 'https://evil' }],
  ])('is let in %s', (_name, over) => {
    expect(() => assertOwnPage(request(over), PUBLIC)).not.toThrow();
  });

  test.each<[string, Partial<RequestCredentials>]>([
    ['that says nothing', {}],
    ['from another site', { fetchSite: 'cross-site' }],
    ['from a sibling', { fetchSite: 'same-site' }],
    ['typed in', { fetchSite: 'none' }],
    ['with a foreign origin', { origin: 'https://evil.example' }],
    ['with a foreign origin and a good word', { fetchSite: 'same-origin', origin: 'https://evil' }],
    ['with a good origin and a bad word', { fetchSite: 'cross-site', origin: PUBLIC }],
    ['with origin null', { origin: 'null' }],
    ['with an origin that has a path', { origin: 'https://gateway.example:8443/x' }],
    ['with an origin that starts like ours', { origin: `${PUBLIC}.evil.example` }],
    ['with another port', { origin: 'https://gateway.example' }],
    ['with the host as the user', { origin: 'https://gateway.example:8443@evil.example' }],
  ])('is refused %s', (_name, over) => {
    expect(() => assertOwnPage(request(over), PUBLIC)).toThrow('same origin');
  });
});

describe('a bearer header', () => {
  test('gives its token', () => {
    expect(readBearer('Bearer abc.def-_')).toBe('abc.def-_');
    expect(readBearer('bearer  abc')).toBe('abc');
    expect(readBearer(undefined)).toBeUndefined();
  });

  test.each(['', ' ', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'Bearer a,b', 'abc'])(
    'of the form %p is refused',
    (header) => {
      expect(() => readBearer(header)).toThrow('Sign in');
    },
  );
});
