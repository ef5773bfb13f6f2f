import { createClientAddress } from './request-headers.ts';

test('without trusted proxies the address of the socket is the address of the client', () => {
  const clientAddress = createClientAddress('');
  expect(clientAddress('1.2.3.4', '9.9.9.9')).toBe('1.2.3.4');
  expect(clientAddress('::ffff:1.2.3.4', undefined)).toBe('1.2.3.4');
  expect(clientAddress('2001:db8::1', undefined)).toBe('2001:db8::1');
});

test('a proxy is believed, nobody else', () => {
  const clientAddress = createClientAddress('10.0.0.0/8, fd00::/8');
  expect(clientAddress('10.1.1.1', '6.6.6.6, 1.2.3.4')).toBe('1.2.3.4');
  expect(clientAddress('10.1.1.1', '1.2.3.4, 10.2.2.2')).toBe('1.2.3.4');
  expect(clientAddress('fd00::5', '::ffff:1.2.3.4')).toBe('1.2.3.4');
  expect(clientAddress('1.2.3.4', '6.6.6.6')).toBe('1.2.3.4');
  expect(clientAddress('10.1.1.1', undefined)).toBe('10.1.1.1');
  expect(clientAddress('10.1.1.1', '1.2.3.4, <b>')).toBe('10.1.1.1');
});

test.each(['nonsense', '10.0.0.0/33', '10.0.0.0/x', '::/129'])(
  'names the bad entry %s',
  (entry) => {
    expect(() => createClientAddress(entry)).toThrow(entry);
  },
);
