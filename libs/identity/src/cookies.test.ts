import { clearingCookieLine, cookieLine, cookiesAreSecure, readCookie } from './cookies.ts';

describe('reading a cookie', () => {
  test('the first of two counts', () => {
    expect(readCookie('svc_session=a; svc_session=b', 'svc_session')).toBe('a');
  });

  test('an empty one is none', () => {
    expect(readCookie('svc_session=', 'svc_session')).toBeUndefined();
    expect(readCookie('', 'svc_session')).toBeUndefined();
    expect(readCookie(undefined, 'svc_session')).toBeUndefined();
  });

  test('escapes are left as they are', () => {
    expect(readCookie('svc_session=%00%zz', 'svc_session')).toBe('%00%zz');
  });

  test('U12: one among thousands is found, and the first of two even there', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `c${index}=x`).join('; ');
    expect(readCookie(`${many}; svc_session=a`, 'svc_session')).toBe('a');
    expect(readCookie(`svc_session=b; ${many}; svc_session=a`, 'svc_session')).toBe('b');
  });
});

describe('writing a cookie', () => {
  const options = { value: 'v', lifeSeconds: 9, secure: true };

  test('for users: over links, never to scripts', () => {
    expect(cookieLine('svc_session', options)).toBe(
      'svc_session=v; Max-Age=9; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  test('for administrators: from our own pages only', () => {
    expect(cookieLine('svc_platform_access_token', options)).toContain('SameSite=Strict');
  });

  test('to be forgotten', () => {
    expect(clearingCookieLine('svc_session', false)).toBe(
      'svc_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    );
  });

  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ['https://gateway.example', true],
    ['http://gateway.example', true],
    ['http://localhost.evil.example', true],
    ['https://localhost', true],
    ['http://localhost:8080', false],
    ['http://127.0.0.1:8080', false],
    ['http://[::1]:8080', false],
  ])('for %p: secure %p', (url, secure) => {
    expect(cookiesAreSecure(url)).toBe(secure);
  });
});
