import { linesWithin, roomOfResults } from '@tollgate/contract/batches';
import { FILE_BYTES_PER_OWNER_MAX } from '@tollgate/contract/files';
import { HEADER } from '@tollgate/contract/headers';
import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { APIError, BadRequestError, ConflictError, NotFoundError, toFile } from 'openai';
import type OpenAI from 'openai';
import { begin, chatLine, clientOf, ended, upload } from '../support/a-batch.ts';
import { anotherKey } from '../support/another-key.ts';
import type { Demo } from '../support/demo.ts';
import { eventually } from '../support/eventually.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { aSharedDemo } from '../support/shared-demo.ts';

const START_MS = 240_000;
const TEST_MS = 90_000;
const EMBEDDINGS = 'demo/demo-embed';

let demo: Demo;
let client: OpenAI;
let owner: Knex;

beforeAll(async () => {
  demo = await aSharedDemo();
  client = clientOf(demo);
  owner = connectDatabase({
    url: demo.stack.connections.databaseUrl,
    applicationName: 'batches',
    logger: createLogger('batches', 'silent'),
    poolMax: 1,
  });
}, START_MS);
afterAll(async () => {
  await owner?.destroy();
  await demo?.stack.drop();
}, START_MS);

const line = (customId: string, content: string, more: object = {}): object =>
  chatLine(demo, customId, content, more);
const consumed = async (): Promise<bigint> => {
  const { body } = await demo.user<{ consumed: string }>('GET', '/credits');
  return BigInt(body.consumed.replace('.', ''));
};
const nano = (text: string): bigint => BigInt(text.replace('.', ''));

describe('a file', () => {
  test('is uploaded, shown, listed, read and deleted by the official client', async () => {
    const text = `${JSON.stringify(line('a', 'Hello'))}\n`;
    const file = await client.files.create({
      file: await toFile(Buffer.from(text), 'my lines.jsonl'),
      purpose: 'batch',
      expires_after: { anchor: 'created_at', seconds: 3_600 },
    });
    expect(file).toMatchObject({
      object: 'file',
      bytes: Buffer.byteLength(text),
      filename: 'my lines.jsonl',
      purpose: 'batch',
      status: 'processed',
    });
    expect(file.expires_at).toBeGreaterThanOrEqual(file.created_at + 3_600);
    expect(await client.files.retrieve(file.id)).toEqual(file);
    const listed = [];
    for await (const one of client.files.list({ purpose: 'batch', limit: 1 })) listed.push(one.id);
    expect(listed).toContain(file.id);
    expect(await (await client.files.content(file.id)).text()).toBe(text);
    expect(await client.files.delete(file.id)).toEqual({
      id: file.id,
      object: 'file',
      deleted: true,
    });
    await expect(client.files.retrieve(file.id)).rejects.toThrow(NotFoundError);
    await expect(client.files.content(file.id)).rejects.toThrow(NotFoundError);
  });

  test('of another account is not found, nor is its batch', async () => {
    const stranger = clientOf(demo, await anotherKey(demo, 'stranger'));
    const file = await upload(client, [line('a', 'Hello')]);
    const batch = await begin(client, [line('a', 'Hello')]);
    for (const look of [
      stranger.files.retrieve(file),
      stranger.files.content(file),
      stranger.files.delete(file),
      stranger.batches.retrieve(batch.id),
      stranger.batches.cancel(batch.id),
    ]) {
      await expect(look).rejects.toThrow(NotFoundError);
    }
    await expect(
      stranger.batches.create({
        input_file_id: file,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
      }),
    ).rejects.toMatchObject({ status: 400, param: 'input_file_id' });
    expect((await stranger.files.list()).data).toEqual([]);
    expect((await stranger.batches.list()).data).toEqual([]);
    await ended(client, batch.id);
  });

  test('of live keys is not there for a test key, nor is its batch, nor the other way round', async () => {
    const tests = clientOf(demo, demo.env.TOLLGATE_TEST_KEY);
    const sides = [
      [client, tests],
      [tests, client],
    ] as const;
    for (const [own, other] of sides) {
      const { id, input_file_id } = await begin(own, ['{}']);
      for (const look of [
        other.files.retrieve(input_file_id),
        other.files.content(input_file_id),
        other.files.delete(input_file_id),
        other.batches.retrieve(id),
        other.batches.cancel(id),
      ]) {
        await expect(look).rejects.toThrow(NotFoundError);
      }
      await ended(own, id);
    }
  });

  test('has a name without line ends, quotes of headers or folders', async () => {
    const file = await toFile(Buffer.from('{}'), '../a\r\nset-cookie: b="c".jsonl');
    const { id, filename } = await client.files.create({ file, purpose: 'batch' });
    expect(filename).not.toMatch(/[\r\n/]/u);
    const { headers } = await client.files.content(id);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.jsonl"`);
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('with another purpose is refused by the name of the field', async () => {
    const file = await toFile(Buffer.from('{}\n'), 'a.jsonl');
    await expect(client.files.create({ file, purpose: 'vision' })).rejects.toMatchObject({
      status: 400,
      param: 'purpose',
    });
  });
});

describe('a batch', () => {
  test(
    'answers each line, charges each once, and names itself in every record',
    async () => {
      const before = await consumed();
      const texts = Array.from({ length: 12 }, (_, index) => `Say number ${index}`);
      const lines = texts.map((text, index) => line(`line-${index}`, text));
      const begun = await begin(client, [
        ...lines,
        line('wrong', 'Hi', { temperature: 'hot' }),
        line('many', 'Hi', { n: 128 }),
      ]);
      expect(begun).toMatchObject({
        object: 'batch',
        status: 'validating',
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
        output_file_id: null,
      });
      const { batch, output, errors } = await ended(client, begun.id);
      expect(batch).toMatchObject({
        status: 'completed',
        model: demo.env.TOLLGATE_MODEL,
        errors: null,
        request_counts: { total: 14, completed: 13, failed: 1 },
      });
      const many = output.pop();
      expect([many?.custom_id, many?.response?.body.choices?.length]).toEqual(['many', 128]);
      expect(output.map(({ custom_id }) => custom_id)).toEqual(texts.map((_, at) => `line-${at}`));
      output.forEach(({ id, response, error }, index) => {
        expect([id, error]).toEqual([expect.stringMatching(/^batch_req_/u), null]);
        expect(response).toMatchObject({
          status_code: 200,
          request_id: `${batch.id}-${index + 1}`,
          body: { choices: [{ message: { content: expect.stringContaining(`number ${index}`) } }] },
        });
      });
      expect(errors).toMatchObject([
        {
          custom_id: 'wrong',
          response: { status_code: 400, body: { error: { param: 'temperature' } } },
          error: null,
        },
      ]);
      const after = await consumed();
      expect(nano(batch.cost)).toBe(after - before);
      expect(after).toBeGreaterThan(before);
      const tokens = [...output, many].map(
        (one) => one?.response?.body.usage?.['prompt_tokens'] ?? 0,
      );
      expect(batch.usage?.input_tokens).toBe(tokens.reduce((sum, count) => sum + count, 0));
      const records = await rows<{ charged: bigint; outcome: string; request_id: string }>(
        owner,
        `select request_id, outcome, charged_n as charged from requests.record
         where request_id like :batch order by request_id`,
        { batch: `${batch.id}-%` },
      );
      expect(records.map(({ outcome }) => outcome).toSorted()).toEqual([
        'refused',
        'served',
        ...texts.map(() => 'served'),
      ]);
      expect(records.reduce((sum, { charged }) => sum + charged, 0n)).toBe(after - before);
      expect(
        await rows(owner, 'select line from requests.batch_line where batch_id = :id', {
          id: decodeId('batch', batch.id),
        }),
      ).toEqual([]);
      await expectLedgerHolds(demo);
    },
    TEST_MS,
  );

  test(
    'runs over responses, messages and embeddings',
    async () => {
      const model = demo.env.TOLLGATE_MODEL;
      const messages = [{ role: 'user', content: 'Hello' }];
      const bodies: Record<string, object> = {
        '/v1/responses': { model, input: 'Hello', max_output_tokens: 100 },
        '/v1/messages': { model, messages, max_tokens: 100 },
        '/v1/embeddings': { model: EMBEDDINGS, input: ['one', 'two'] },
      };
      for (const [url, body] of Object.entries(bodies)) {
        const one = { custom_id: 'it', method: 'POST', url, body };
        const before = await consumed();
        const { batch, output, errors } = await ended(client, (await begin(client, [one], url)).id);
        expect([errors, batch.status]).toEqual([[], 'completed']);
        expect(output).toMatchObject([{ response: { status_code: 200 } }]);
        expect(batch.usage?.input_tokens).toBeGreaterThan(0);
        expect(nano(batch.cost)).toBe((await consumed()) - before);
        expect(nano(batch.cost)).toBeGreaterThan(0n);
      }
    },
    TEST_MS,
  );

  test(
    'with faults in its file never begins and names each with its line',
    async () => {
      const model = 'demo/nothing';
      const { batch, output, errors } = await ended(
        client,
        (
          await begin(client, [
            line('same', 'Hello'),
            line('same', 'Hello'),
            '{"custom_id": "torn',
            { ...line('get', 'Hello'), method: 'GET' },
            { ...line('url', 'Hello'), url: '/v1/embeddings' },
            line('model', 'Hello', { model }),
            '[1]',
          ])
        ).id,
      );
      expect(batch).toMatchObject({
        status: 'failed',
        request_counts: { total: 0, completed: 0, failed: 0 },
      });
      expect(batch.errors?.data?.map(({ code, line: at }) => [at, code])).toEqual([
        [2, 'duplicate_custom_id'],
        [3, 'invalid_json_line'],
        [4, 'invalid_method'],
        [5, 'mismatched_url'],
        [6, 'model_not_found'],
        [7, 'invalid_request'],
      ]);
      expect([output, errors]).toEqual([[], []]);
    },
    TEST_MS,
  );

  test(
    'is listed page by page, newest first, and keeps its metadata',
    async () => {
      const input_file_id = await upload(client, [line('a', 'Hello')]);
      const made: string[] = [];
      for (const name of ['one', 'two', 'three']) {
        const batch = await client.batches.create({
          input_file_id,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
          metadata: { name },
        });
        made.unshift(batch.id);
      }
      await expect(client.files.delete(input_file_id)).rejects.toThrow(ConflictError);
      const names: unknown[] = [];
      for await (const { id, metadata } of client.batches.list({ limit: 2 })) {
        if (made.includes(id)) names.push(metadata?.['name']);
      }
      expect(names).toEqual(['three', 'two', 'one']);
      for (const id of made) await ended(client, id);
      expect((await client.files.delete(input_file_id)).deleted).toBe(true);
    },
    TEST_MS,
  );

  test(
    'that is cancelled finishes what runs and gives every other line an error',
    async () => {
      const lines = Array.from({ length: 200 }, (_, index) => line(`${index}`, `Number ${index}`));
      const before = await consumed();
      const { id } = await begin(client, lines);
      const cancelling = await client.batches.cancel(id);
      expect(cancelling).toMatchObject({ status: 'cancelling', cancelling_at: expect.anything() });
      const { batch, output, errors } = await ended(client, id);
      expect(batch.status).toBe('cancelled');
      expect(output.length + errors.length).toBe(batch.request_counts?.total);
      expect(batch.request_counts).toEqual({
        total: output.length + errors.length,
        completed: output.length,
        failed: errors.length,
      });
      for (const { response, error } of errors) {
        expect([response, error?.code]).toEqual([null, 'batch_cancelled']);
      }
      expect(nano(batch.cost)).toBe((await consumed()) - before);
      await expect(client.batches.cancel(id)).rejects.toThrow(ConflictError);
    },
    TEST_MS,
  );

  test(
    'without credit stops with an error on each line',
    async () => {
      const poor = clientOf(demo, await anotherKey(demo, 'poor'));
      const { id } = await begin(poor, [line('a', 'Hello'), line('b', 'Hello')]);
      const { batch, output, errors } = await ended(poor, id);
      expect(batch).toMatchObject({
        status: 'failed',
        errors: { data: [{ code: 'insufficient_credit', line: null }] },
        request_counts: { total: 2, completed: 0, failed: 2 },
        cost: '0.000000000',
      });
      expect(output).toEqual([]);
      expect(errors.map(({ custom_id, error }) => [custom_id, error?.code])).toEqual([
        ['a', 'insufficient_credit'],
        ['b', 'insufficient_credit'],
      ]);
    },
    TEST_MS,
  );

  test.each([
    [{ completion_window: '1h' }, 'completion_window'],
    [{ endpoint: '/v1/videos' }, 'endpoint'],
    [{ input_file_id: 'file_nothing' }, 'input_file_id'],
    [{ surprise: true }, 'surprise'],
  ])('with %j is refused by the name of the field', async (wrong, param) => {
    const input_file_id = await upload(client, [line('a', 'Hello')]);
    const given = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const refused = client.post('/batches', { body: { ...given, ...wrong } });
    await expect(refused).rejects.toThrow(BadRequestError);
    await expect(refused).rejects.toMatchObject({ param });
  });

  test('has no route without a key, nor for one that is suspended', async () => {
    const made = await demo.user<{ id: string; secret: string }>('POST', '/keys', {
      name: 'out',
      mode: 'live',
    });
    await demo.user('POST', `/keys/${made.body.id}/suspend`);
    const paths = ['/files', '/files/a', '/files/a/content', '/batches', '/batches/a'];
    for (const [key, statuses] of [
      [made.body.secret, [403]],
      ['svc_live_nothing', [401]],
    ] as const) {
      const one = clientOf(demo, key);
      const file = await toFile(Buffer.from('{}'), 'a.jsonl');
      const looks = [
        ...paths.map((path) => () => one.get(path)),
        () => one.files.delete('a'),
        () => one.files.create({ file, purpose: 'batch' }),
        () => one.post('/batches', { body: {} }),
        () => one.batches.cancel('a'),
      ];
      await eventually(async () => {
        const refused = await one.get('/files').catch((error: APIError) => error);
        return refused instanceof APIError && statuses.some((status) => status === refused.status);
      });
      for (const look of looks) await expect(look()).rejects.toMatchObject({ status: statuses[0] });
    }
  });

  test('is begun once under one Idempotency-Key, and no other under that key', async () => {
    const input_file_id = await upload(client, ['{}']);
    const given = {
      input_file_id,
      endpoint: '/v1/chat/completions',
      completion_window: '24h',
    } as const;
    const headers = { 'idempotency-key': 'batch-of-the-night' };
    const made = await Promise.all([1, 2, 3].map(() => client.batches.create(given, { headers })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const again = await client.batches.create(given, { headers }).withResponse();
    expect(again.response.headers.get(HEADER.idempotentReplay)).toBe('true');
    await expect(
      client.batches.create({ ...given, endpoint: '/v1/embeddings' }, { headers }),
    ).rejects.toMatchObject({ status: 409, code: 'idempotency_key_mismatch' });
    await expect(
      client.batches.create(given, { headers: { 'idempotency-key': 'a b' } }),
    ).rejects.toMatchObject({ status: 400, code: 'invalid_idempotency_key' });
    await ended(client, made[0]?.id ?? '');
  });

  test(
    'is refused beyond so many that are open',
    async () => {
      const input_file_id = await upload(client, [line('a', '[[provider: delay=2000]] Hello')]);
      const create = (): Promise<{ id: string }> =>
        client.batches.create({
          input_file_id,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
        });
      const made: string[] = [];
      let status = 200;
      while (status === 200 && made.length < 100) {
        const answer = await create().catch((error: APIError) => error);
        if (answer instanceof APIError) status = answer.status ?? 0;
        else made.push(answer.id);
      }
      expect(status).toBe(429);
      for (const id of made) await client.batches.cancel(id).catch(() => undefined);
    },
    TEST_MS,
  );

  test('and a file are refused while the account keeps as much as it may', async () => {
    const key = await anotherKey(demo, 'full');
    const full = clientOf(demo, key);
    const input_file_id = await upload(full, ['{}']);
    await rows(owner, 'update requests.file set bytes = 6000000000 where id = :id', {
      id: decodeId('file', input_file_id),
    });
    const refused = { status: 429, code: 'rate_limit_exceeded' };
    const endpoint = '/v1/chat/completions';
    await expect(
      full.batches.create({ input_file_id, endpoint, completion_window: '24h' }),
    ).rejects.toMatchObject(refused);
    const named = expect.stringContaining(`the largest is ${input_file_id} with 6000000000 bytes`);
    await expect(upload(full, ['{}'])).rejects.toMatchObject({ ...refused, message: named });
    await full.files.delete(input_file_id);
    await upload(full, ['{}']);
  });

  test('takes room for its results beforehand: of many at once no more are begun than have room', async () => {
    const narrow = clientOf(demo, await anotherKey(demo, 'narrow'));
    const kept = await upload(narrow, ['{}']);
    const input_file_id = await upload(narrow, [line('a', 'Hello')]);
    const { bytes } = await narrow.files.retrieve(input_file_id);
    const room = roomOfResults(linesWithin(bytes));
    await rows(owner, 'update requests.file set bytes = :bytes where id = :id', {
      bytes: FILE_BYTES_PER_OWNER_MAX - bytes - room,
      id: decodeId('file', kept),
    });
    const endpoint = '/v1/chat/completions';
    const given = { input_file_id, endpoint, completion_window: '24h' } as const;
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => narrow.batches.create(given)));
    const begun = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = answers.flatMap((one) =>
      one.status === 'rejected' ? [String(one.reason)] : [],
    );
    expect([begun.length, refused.length]).toEqual([1, 3]);
    expect(refused[0]).toMatch(/bytes of which are kept free for the results of open batches/u);
    const [{ id } = { id: '' }] = begun;
    // Its file of results has taken some of the room that the next one would need.
    expect((await ended(narrow, id)).errors).toHaveLength(1);
    await expect(narrow.batches.create(given)).rejects.toMatchObject({ status: 429 });
    await narrow.files.delete(kept);
    expect((await ended(narrow, (await narrow.batches.create(given)).id)).errors).toHaveLength(1);
  });

  test('is answered with the id of the request, as everything is', async () => {
    const { response } = await client.batches.list().withResponse();
    expect(response.headers.get(HEADER.requestId)).toMatch(/^req_/u);
  });
});
