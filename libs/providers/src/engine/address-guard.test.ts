import {
  AddressRefused,
  assertBaseUrl,
  guardedLookup,
  isPublicAddress,
  parseAllowedUpstreams,
} from './address-guard.ts';

const NONE = { allowed: new Set<string>() };

describe('a base URL', () => {
  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['https://API.Example.com', 'https://api.example.com'],
    ['https://api.example.com:8443/a/b', 'https://api.example.com:8443/a/b'],
    ['https://8.8.8.8/v1', 'https://8.8.8.8/v1'],
    ['https://api.example.com:443/v1', 'https://api.example.com/v1'],
    ['https://\u0430pi.example.com', 'https://xn--pi-6kc.example.com'],
  ])('%s is taken', (text, normalised) => {
    expect(assertBaseUrl(text, NONE)).toBe(normalised);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal',
    'https://[fd00:ec2::254]/',
    'https://127.0.0.1:5432',
    'https://localhost:6379',
    'https://localhost.',
    'https://api.example.com.',
    'https://api.example.com:22',
    'https://api.example.com:8080',
    'https://api.example.com:6379/v1',
    'https://x.localhost',
    'https://0.0.0.0',
    'https://[::1]',
    'https://[::]',
    'https://10.0.0.1',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://100.64.0.1',
    'https://198.18.0.1',
    'https://224.0.0.1',
    'https://240.0.0.1',
    'https://255.255.255.255',
    'https://2130706433',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://127.1',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::7f00:1]',
    'https://[fe80::1%25eth0]',
    'https://[::127.0.0.1]',
    'https://[::7f00:1]',
    'https://[::ffff:0:127.0.0.1]',
    'https://[64:ff9b:1::7f00:1]',
    'https://[2002:7f00:1::]',
    'https://[2001:0:7f00:1::]',
    'https://[fec0::1]',
    'https://[fd00::1]',
    'https://[ff02::1]',
    'https://192.0.0.8',
    'https://192.88.99.1',
    'https://198.51.100.1',
    'https://0.1.2.3',
    'file:///etc/passwd',
    'ftp://example.com',
    'gopher://example.com',
    'unix:/var/run/x',
    'data:text/plain,x',
    'javascript:alert(1)',
    'http+unix://x/y',
    'http://api.example.com',
    'https://user:pass@api.example.com',
    'https://api.example.com/?x=1',
    'https://api.example.com/v1?',
    'https://api.example.com/#x',
    'https://api.example.com/a/../b',
    'https://api.example.com/%2e%2e/b',
    'https://api.example.com/a%2fb',
    'https://api.example.com//b',
    'https://api.example.com/a\nb',
    ' https://api.example.com',
    'https:\\\\api.example.com',
    'https://intranet',
    '',
    'api.example.com',
  ])('%j is refused', (text) => {
    expect(() => assertBaseUrl(text, NONE)).toThrow(AddressRefused);
  });

  it('may be private where that very host and port is allowed', () => {
    const allowed = parseAllowedUpstreams('127.0.0.1:8080, ollama:11434');
    expect(assertBaseUrl('http://127.0.0.1:8080/v1', { allowed })).toBe('http://127.0.0.1:8080/v1');
    expect(assertBaseUrl('http://ollama:11434', { allowed })).toBe('http://ollama:11434');
    expect(() => assertBaseUrl('http://127.0.0.1:8081/v1', { allowed })).toThrow(AddressRefused);
    expect(() => assertBaseUrl('http://localhost:8080/v1', { allowed })).toThrow(AddressRefused);
  });
});

describe('the allow list', () => {
  it('is read strictly', () => {
    expect(parseAllowedUpstreams('').size).toBe(0);
    expect(parseAllowedUpstreams('[::1]:80').has('[::1]:80')).toBe(true);
    expect(() => parseAllowedUpstreams('localhost')).toThrow(AddressRefused);
    expect(() => parseAllowedUpstreams('http://localhost:80')).toThrow(AddressRefused);
  });
});

describe('a guarded look-up', () => {
  it('V18: refuses a name that leads to a private address', async () => {
    const error = await new Promise((resolve) => {
      guardedLookup('localhost', { all: true }, (failure) => resolve(failure));
    });
    expect(error).toBeInstanceOf(AddressRefused);
  });

  it.each(['8.8.8.8', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['192.0.2.1', '203.0.113.9', '2001:db8::1', '::ffff:10.0.0.1', '2002:7f00:1::', 'junk'])(
    '%s is not',
    (address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );
});
