import { createCrossOrigin } from '../src/cross-origin.ts';
import { sendRaw, statusOf } from './raw-client.ts';
import { startEdge } from './start-edge.ts';
import type { StartedEdge } from './start-edge.ts';

const PAGE = 'https://app.example.com';
const OTHER = 'http://localhost:5173';

let open: StartedEdge;
let shut: StartedEdge;
beforeAll(async () => {
  [open, shut] = await Promise.all([startEdge({ corsOrigins: `${PAGE}, ${OTHER}` }), startEdge()]);
  // A service behind the edge has no say in this.
  open.services.inference.handler = ({ method }, response) => {
    response.writeHead(method === 'OPTIONS' ? 405 : 200, {
      vary: 'accept-encoding',
      'x-svc-model': 'demo/demo-small',
    });
    response.end('{}');
  };
});
afterAll(() => Promise.all([open.stop(), shut.stop()]));

/** Header lines of an answer by their names in lower case. */
async function send(
  edge: StartedEdge,
  line: string,
  origin: string | null,
  more = '',
): Promise<{ status: number; headers: Record<string, string> }> {
  const from = origin === null ? '' : `Origin: ${origin}\r\n`;
  const answer = await sendRaw(
    edge.listeners.public.port,
    `${line} HTTP/1.1\r\nHost: t\r\n${from}${more}Connection: close\r\n\r\n`,
  );
  const [head = ''] = answer.split('\r\n\r\n');
  const headers = Object.fromEntries(
    head
      .split('\r\n')
      .slice(1)
      .map((text) => [text.split(': ', 1)[0]?.toLowerCase(), text.slice(text.indexOf(': ') + 2)]),
  ) as Record<string, string>;
  return { status: statusOf(answer), headers };
}

const ASKS =
  'Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization,content-type,x-stainless-os\r\n';

describe('pages of listed sites', () => {
  it.each([PAGE, OTHER])(
    '%s may send a call to /v1 and read the headers of its answer',
    async (page) => {
      const preflight = await send(open, 'OPTIONS /v1/chat/completions', page, ASKS);
      expect(preflight.status).toBe(204);
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': page,
        'access-control-allow-methods': 'GET,POST',
        'access-control-allow-headers': 'authorization,content-type,x-stainless-os',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^req_/) as string,
      });
      expect(preflight.headers['vary']).toContain('Origin');
      const answer = await send(open, 'GET /v1/models', page);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': page,
        'x-svc-model': 'demo/demo-small',
      });
      expect(answer.headers['access-control-expose-headers']).toContain('x-svc-model');
    },
  );

  it('may read why a call was refused at the edge', async () => {
    const answer = await send(
      open,
      'GET /v1/models',
      PAGE,
      'Content-Type: a\r\nContent-Type: b\r\n',
    );
    expect(answer.status).toBe(400);
    expect(answer.headers['access-control-allow-origin']).toBe(PAGE);
  });

  it('never send cookies along, and never reach what cookies open', async () => {
    const preflight = await send(open, 'OPTIONS /v1/models', PAGE, ASKS);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
    const elsewhere = { '/api/keys': 405, '/api/platform/users': 404, '/v1x': 404, '/docs': 405 };
    for (const [path, status] of Object.entries({ ...elsewhere, '/health/ready': 405 })) {
      const other = await send(open, `OPTIONS ${path}`, PAGE, ASKS);
      expect([path, other.status]).toEqual([path, status]);
      expect(Object.keys(other.headers).join()).not.toContain('access-control');
      const read = await send(open, `GET ${path}`, PAGE);
      expect(Object.keys(read.headers).join()).not.toContain('access-control');
    }
  });
});

describe('everybody else', () => {
  it.each(['https://evil.example', 'null', `${PAGE}.evil.example`, 'http://app.example.com'])(
    'E39 %s gets no permission',
    async (page) => {
      const preflight = await send(open, 'OPTIONS /v1/models', page, ASKS);
      expect(preflight.status).toBe(405);
      const answer = await send(open, 'GET /v1/models', page);
      expect(answer.status).toBe(200);
      for (const { headers } of [preflight, answer]) {
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it('gets no permission where no site is listed, and no answer says a word of it', async () => {
    const preflight = await send(shut, 'OPTIONS /v1/models', PAGE, ASKS);
    const answer = await send(shut, 'GET /v1/models', PAGE);
    expect([preflight.status, answer.status]).toEqual([405, 200]);
    for (const { headers } of [preflight, answer]) {
      expect(Object.keys(headers).join()).not.toMatch(/access-control|vary/);
    }
  });

  it('with no origin at all is answered as ever', async () => {
    const { status, headers } = await send(open, 'GET /v1/models', null);
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

it.each(['*', 'null', 'app.example.com', `${PAGE}/`, `${PAGE}/path`, 'ftp://a', `${PAGE},*`])(
  'an installation with CORS_ORIGINS=%s does not start',
  (text) => {
    expect(() => createCrossOrigin(text)).toThrow(/CORS_ORIGINS: ".*" is no origin; write each as/);
  },
);
