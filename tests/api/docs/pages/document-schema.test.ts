import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { configurationSchema } from '@tollgate/generators/docs/configuration-schema';
import { someDocs } from '../support/docs.ts';
import type { RunningDocs } from '../support/docs.ts';

let docs: RunningDocs;
beforeAll(async () => {
  docs = await someDocs();
});
afterAll(() => docs.drop());

describe('GET /docs/configuration.schema.json answers 200', () => {
  test('with the schema that the command checks documents with, by which editors check, too', async () => {
    const { status, text } = await docs.send('GET', '/docs/configuration.schema.json');
    expect(status).toBe(200);
    expect(text).toBe(configurationSchema());
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    const fits = ajv.compile(JSON.parse(text) as object);
    expect(fits({ tollgate: 1, retention: { sessions: { days: 90 } } })).toBe(true);
    expect(fits({ tollgate: 1, retention: { sessions: { days: '90' } } })).toBe(false);
  });
});
