/** Hostile files and batches, through the edge. */
import type { Batch } from '@tollgate/contract/batches';
import type { FileObject } from '@tollgate/contract/files';
import { eventually } from '../support/eventually.ts';
import { aCampaign } from './campaign.ts';
import type { Campaign, Person } from './campaign.ts';
import { inTurn } from './send.ts';
import type { Shot } from './send.ts';
import type { Hit } from './unhurt.ts';

const START_MS = 240_000;
const TEST_MS = 120_000;
const FAULTY: unknown = expect.stringMatching(/^invalid_(?:json_line|request)$/u);
const BOUNDARY = 'the-line-between';

let war: Campaign;
beforeAll(async () => {
  war = await aCampaign();
}, START_MS);
afterAll(() => war?.stop(), START_MS);

const bearer = ({ testKey }: Person): Record<string, string> => ({
  authorization: `Bearer ${testKey}`,
});

const part = (disposition: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const filePart = (value: string, name = 'a.jsonl'): string =>
  part(`name="file"; filename="${name}"`, value);
const PURPOSE = part('name="purpose"', 'batch');
const END = `--${BOUNDARY}--\r\n`;

const upload = (person: Person, body: string): Shot => ({
  method: 'POST',
  path: '/v1/files',
  headers: { ...bearer(person), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  body,
});

async function aFileOf(person: Person, text: string, name?: string): Promise<FileObject> {
  const hit = await war.sender.public(upload(person, filePart(text, name) + PURPOSE + END));
  expect([hit.status, hit.text]).toEqual([200, expect.any(String)]);
  return JSON.parse(hit.text) as FileObject;
}

const begin = (person: Person, input_file_id: string): Shot => ({
  method: 'POST',
  path: '/v1/batches',
  headers: { ...bearer(person), 'content-type': 'application/json' },
  body: JSON.stringify({
    input_file_id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  }),
});

/** What becomes of a batch over a text. */
async function batchOf(person: Person, text: string): Promise<Batch> {
  const { id } = await aFileOf(person, text);
  const hit = await war.sender.public(begin(person, id));
  let batch = JSON.parse(hit.text) as Batch;
  await eventually(async () => {
    const path = `/v1/batches/${batch.id}`;
    const look = await war.sender.public({ method: 'GET', path, headers: bearer(person) });
    batch = JSON.parse(look.text) as Batch;
    return ['completed', 'failed'].includes(batch.status);
  }, 'the batch does not end');
  return batch;
}

const aLine = (customId: string): string =>
  JSON.stringify({
    custom_id: customId,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'sandbox/echo', messages: [{ role: 'user', content: 'x' }] },
  });

const statusesOf = (hits: readonly Hit[]): number[] => [
  ...new Set(hits.map(({ status }) => status)),
];

test('Z20: forms that are torn, doubled, nested or endless are refused, and nothing is kept', async () => {
  const forms = [
    '',
    END,
    filePart('x'),
    filePart('x') + filePart('y') + PURPOSE + END,
    filePart('x') + PURPOSE + PURPOSE + END,
    part('name="file"', 'x') + PURPOSE + END,
    filePart('x') + part('name="purpose"', 'fine-tune') + END,
    filePart('x') + part('name="owner"', war.bob.id) + PURPOSE + END,
    filePart('x') + part('name="expires_after[seconds]"', '1') + PURPOSE + END,
    filePart('x') + part(`name="${'p'.repeat(5_000)}"`, 'batch') + END,
    part('name="purpose"', 'batch'.repeat(5_000)) + filePart('x') + END,
    PURPOSE.repeat(1_000) + END,
  ];
  const hits = await war.by(() =>
    inTurn(
      forms.map((form) => upload(war.alice, form)),
      war.sender.public,
    ),
  );
  // Several at once are more than one account may upload.
  expect(statusesOf(hits).filter((status) => ![400, 429].includes(status))).toEqual([]);
  const listed = await war.sender.public({
    method: 'GET',
    path: '/v1/files',
    headers: bearer(war.alice),
  });
  expect(JSON.parse(listed.text)).toMatchObject({ data: [] });
});

test('Z21: a name that looks like a path is shown as its last part and leads nowhere', async () => {
  const names = ['../../etc/passwd', 'C:\\\\Windows\\\\win.ini', '/root/.ssh/id', '..', 'a\u0001b'];
  const shown: string[] = [];
  for (const name of names) shown.push((await aFileOf(war.bob, 'x', name)).filename);
  for (const name of shown) expect(name).not.toMatch(/[/\\]|\p{Cc}/u);
  expect(shown[0]).toBe('passwd');
});

test(
  'Z22: bombs of JSON, doubled names and floods of lines end as faults of the file',
  async () => {
    const texts: Record<string, [text: string, code: unknown]> = {
      deep: ['['.repeat(100_000), 'invalid_json_line'],
      wide: [`{"custom_id":[${'[],'.repeat(200_000)}[]]}`, 'invalid_json_line'],
      twice: ['{"custom_id":"a","custom_id":"b"}', 'invalid_json_line'],
      bytes: ['\u0000\u0001{}', 'invalid_json_line'],
      proto: ['{"__proto__":{"custom_id":"a"},"custom_id":"a"}', FAULTY],
      same: [`${aLine('a')}\n${aLine('a')}`, 'duplicate_custom_id'],
      flood: ['0\n'.repeat(1_000_000), FAULTY],
      blanks: ['\n'.repeat(1_000_000), 'too_many_lines'],
      many: [
        Array.from({ length: 50_001 }, (_, index) => aLine(`${index}`)).join('\n'),
        'too_many_lines',
      ],
      long: [`"${'x'.repeat(6_000_000)}"`, 'line_too_long'],
    };
    for (const [text, code] of Object.values(texts)) {
      const batch = await batchOf(war.bob, text);
      expect([batch.status, batch.errors?.data[0]?.code]).toEqual(['failed', code]);
      expect(batch.errors?.data.length).toBeLessThanOrEqual(100);
      expect(batch.request_counts.total).toBe(0);
    }
  },
  TEST_MS,
);

test('Z23: files and batches of somebody else are not there, by any method', async () => {
  const file = await aFileOf(war.bob, aLine('a'));
  const made = await war.sender.public(begin(war.bob, file.id));
  const batch = JSON.parse(made.text) as Batch;
  const paths = [
    `/v1/files/${file.id}`,
    `/v1/files/${file.id}/content`,
    `/v1/batches/${batch.id}`,
    `/v1/batches/${batch.id}/cancel`,
  ];
  const shots = paths.flatMap((path) =>
    ['GET', 'HEAD', 'POST', 'DELETE'].map((method) => ({
      method,
      path,
      headers: bearer(war.alice),
    })),
  );
  const hits = await war.by(() => inTurn(shots, war.sender.public));
  expect(statusesOf(hits).filter((status) => ![404, 405].includes(status))).toEqual([]);
  const stolen = await war.by(() => war.sender.public(begin(war.alice, file.id)));
  expect(stolen.status).toBe(400);
});

test(
  'Z24: one account opens so many batches and no more, and another is served meanwhile',
  async () => {
    const many = Array.from({ length: 200 }, (_, index) => aLine(`${index}`)).join('\n');
    const file = await aFileOf(war.bob, many);
    const hits = await inTurn(
      Array.from({ length: 60 }, () => begin(war.bob, file.id)),
      war.sender.public,
    );
    expect(statusesOf(hits)).toContain(200);
    expect(statusesOf(hits).filter((status) => ![200, 429].includes(status))).toEqual([]);
    const own = await batchOf(war.alice, aLine('mine'));
    expect(own.request_counts).toEqual({ total: 1, completed: 1, failed: 0 });
    const listed = await war.sender.public({
      method: 'GET',
      path: '/v1/batches',
      headers: bearer(war.bob),
    });
    const { data } = JSON.parse(listed.text) as { data: Batch[] };
    expect(data.some(({ status }) => status === 'in_progress' || status === 'validating')).toBe(
      true,
    );
    for (const { id } of data) {
      const path = `/v1/batches/${id}/cancel`;
      await war.sender.public({ method: 'POST', path, headers: bearer(war.bob) });
    }
  },
  TEST_MS,
);
