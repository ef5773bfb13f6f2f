import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import got from 'got';
import { asGatewayError } from '@tollgate/contract/error-codes';
import { readUpload } from './upload.ts';

const RULES = { file: 'file', fileBytesMax: 1_000, fields: ['purpose'] };
const TYPE = 'multipart/form-data; boundary=xx';

let server: Server;
let url = '';
let written: Buffer[] = [];
let named: string | undefined;
let failing: Error | null = null;

beforeAll(async () => {
  server = createServer((request, response) => {
    readUpload(request, RULES, (fileName) => {
      named = fileName;
      const write = (piece: Uint8Array): Promise<void> => {
        if (failing !== null) return Promise.reject(failing);
        written.push(Buffer.from(piece));
        return Promise.resolve();
      };
      return Promise.resolve({ write });
    }).then(
      (fields) => response.end(JSON.stringify([...fields])),
      (error: unknown) => {
        const { status, code, param } = asGatewayError(error);
        response.writeHead(status).end(JSON.stringify([code, param]));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [written, named, failing] = [[], undefined, null];
});

const field = (name: string, value: string): string =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (value: string, name = 'file', fileName = 'a.jsonl'): string =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n${value}\r\n`;
const END = '--xx--\r\n';

async function send(body: string, type = TYPE): Promise<unknown> {
  const headers = { 'content-type': type };
  return got.post(url, { body, headers, throwHttpErrors: false, retry: { limit: 0 } }).json();
}

test('the file goes where it belongs, and the fields come back, in either order', async () => {
  expect(await send(file('12345') + field('purpose', 'batch') + END)).toEqual([
    ['purpose', 'batch'],
  ]);
  expect([Buffer.concat(written).toString(), named]).toEqual(['12345', 'a.jsonl']);
  expect(
    await send(field('purpose', 'batch') + file('x', 'file', '../../etc/passwd') + END),
  ).toEqual([['purpose', 'batch']]);
});

test.each<[what: string, body: string, refusal: [string, string | null]]>([
  ['no file', field('purpose', 'batch') + END, ['invalid_request', 'file']],
  ['a file without a name', field('file', 'x') + END, ['invalid_request', 'file']],
  ['a file elsewhere', file('x', 'other') + END, ['invalid_request', 'file']],
  ['two files', file('x') + file('y') + END, ['invalid_request', 'file']],
  ['an unknown field', field('what', 'x') + file('x') + END, ['invalid_request', 'what']],
  [
    'a field twice',
    field('purpose', 'x').repeat(2) + file('x') + END,
    ['invalid_request', 'purpose'],
  ],
  [
    'a long field',
    field('purpose', 'x'.repeat(2_000)) + file('x') + END,
    ['invalid_request', 'purpose'],
  ],
  ['a form that ends too early', file('x'), ['invalid_request', null]],
  ['a file that is too large', file('x'.repeat(1_001)) + END, ['payload_too_large', 'file']],
])('%s is refused', async (_what, body, refusal) => {
  expect(await send(body)).toEqual(refusal);
});

test('what is no form is refused', async () => {
  expect(await send('{}', 'application/json')).toEqual(['unsupported_media_type', null]);
  expect(await send(file('x') + END, 'multipart/form-data')).toEqual(['invalid_request', null]);
});

test('a store that fails is no fault of the form', async () => {
  failing = new Error('the disk is full');
  expect(await send(field('purpose', 'batch') + file('x') + END)).toEqual(['internal_error', null]);
});

test('a sender that leaves ends the reading', async () => {
  const { port } = server.address() as AddressInfo;
  const ended = new Promise<void>((resolve) => {
    server.once('request', (request) => request.once('close', () => resolve()));
  });
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${TYPE}\r\nContent-Length: 900\r\n\r\n${file('half')}`,
      () => socket.destroy(),
    );
  });
  await ended;
  expect(await send(field('purpose', 'batch') + file('x') + END)).toEqual([['purpose', 'batch']]);
});
