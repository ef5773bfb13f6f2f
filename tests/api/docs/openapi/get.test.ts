import { someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';

let docs: RunningDocs;

beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

const read = async (plane: 'public' | 'internal') => {
  const { status, text } = await docs.send('GET', '/api/openapi.json', { plane });
  expect(status).toBe(200);
  return JSON.parse(text) as {
    openapi: string;
    info: { version: string };
    paths: Record<string, object>;
    components: { securitySchemes: object };
  };
};

describe('GET /api/openapi.json answers 200', () => {
  test('the public listener shows every route but those of the platform', async () => {
    const document = await read('public');
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe('0.1.0');
    const paths = Object.keys(document.paths);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/v1/chat/completions',
        '/v1/async/{op_id}',
        '/api/keys/{key_id}',
        '/health/ready',
      ]),
    );
    expect(JSON.stringify(document)).not.toMatch(/\/api\/platform|platformToken|Platform[A-Z]/);
  });

  test('the internal listener shows the same and the platform', async () => {
    const [open, internal] = [await read('public'), await read('internal')];
    expect(Object.keys(internal.paths)).toEqual(
      expect.arrayContaining([...Object.keys(open.paths), '/api/platform/users']),
    );
    expect(internal.components.securitySchemes).toHaveProperty('platformToken');
  });
});

describe('GET /api/openapi.json answers 404', () => {
  test('for who does not come through the edge', async () => {
    const { status } = await docs.send('GET', '/api/openapi.json', { plane: 'none' });
    expect(status).toBe(404);
  });
});
