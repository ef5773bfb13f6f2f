/** Videos that are asked for with a form, as the official client and curl send one. */
import { randomUUID } from 'node:crypto';
import got from 'got';
import OpenAI, { toFile } from 'openai';
import type { Video } from '@tollgate/contract/video';
import { aSharedDemo } from '../support/shared-demo.ts';
import type { Demo } from '../support/demo.ts';
import { expectLedgerHolds } from '../support/ledger.ts';
import { GOOGLE, setUpFamily } from '../support/family-set-up.ts';

const START_MS = 240_000;
const PATIENCE_MS = 90_000;
const VEO = 'google/veo-3.1-generate-preview';
const PNG = Buffer.from('\x89PNG\r\n\x1a\n0123456789', 'latin1');

type Reply = Video & { error: { code: string; param: string | null; message: string } };

let demo: Demo;
beforeAll(async () => {
  demo = await aSharedDemo({ timerScale: 0.05 });
  await setUpFamily(demo, { ...GOOGLE, models: [VEO] });
}, START_MS);
afterAll(async () => {
  await expectLedgerHolds(demo);
  await demo?.stack.drop();
}, START_MS);

const clientOf = (apiKey: string): OpenAI =>
  new OpenAI({ apiKey, baseURL: demo.env.TOLLGATE_BASE_URL, maxRetries: 0 });

async function ended(client: OpenAI, id: string): Promise<OpenAI.Video> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const video = await client.videos.retrieve(id);
    if (video.status === 'completed' || video.status === 'failed') return video;
    if (performance.now() > until) throw new Error(`the video is ${video.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const send = (
  path: string,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<{ statusCode: number; body: Reply; headers: Record<string, unknown> }> =>
  got.post<Reply>(`${demo.env.TOLLGATE_BASE_URL}${path}`, {
    body: form,
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}`, ...headers },
    responseType: 'json',
    throwHttpErrors: false,
    retry: { limit: 0 },
  });

function formOf(fields: Record<string, string>, picture?: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (picture !== undefined) form.append('input_reference', new Blob([picture]), 'x.png');
  return form;
}

describe('the openai package', () => {
  test.each<[string, OpenAI.VideoSeconds, string | undefined]>([
    ['sandbox/film', '4', undefined],
    [VEO, '8', '0.800000000'],
  ])(
    'makes, reads, lists, downloads and deletes a video of %s with a picture',
    async (model, seconds, cost) => {
      const { TOLLGATE_API_KEY: live, TOLLGATE_TEST_KEY: test_ } = demo.env;
      const client = clientOf(cost === undefined ? test_ : live);
      const made = await client.videos.create({
        model,
        prompt: 'a calm sea',
        seconds,
        size: '1280x720',
        input_reference: await toFile(PNG, 'sea.png', { type: 'image/png' }),
      });
      expect(made).toMatchObject({ object: 'video', status: 'queued', seconds, size: '1280x720' });
      expect(await ended(client, made.id)).toMatchObject({
        status: 'completed',
        progress: 100,
        cost: cost ?? '0.000000000',
      });
      const listed = [];
      for await (const video of client.videos.list({ limit: 1 })) listed.push(video.id);
      expect(listed).toContain(made.id);
      const file = Buffer.from(await (await client.videos.downloadContent(made.id)).arrayBuffer());
      expect(file.toString('latin1', 4, 8)).toBe('ftyp');
      expect(await client.videos.delete(made.id)).toEqual({
        id: made.id,
        object: 'video.deleted',
        deleted: true,
      });
      await expect(client.videos.retrieve(made.id)).rejects.toMatchObject({ status: 404 });
    },
    2 * PATIENCE_MS,
  );

  test('sends the object of a data URL too, and a video without a picture', async () => {
    const client = clientOf(demo.env.TOLLGATE_TEST_KEY);
    const asked = { model: 'sandbox/film', prompt: 'x' };
    const url = `data:image/png;base64,${PNG.toString('base64')}`;
    for (const more of [{ input_reference: { image_url: url } }, {}]) {
      const { id } = await client.videos.create({ ...asked, ...more });
      expect((await ended(client, id)).status).toBe('completed');
    }
    const address = { input_reference: { image_url: 'https://example.com/x.png' } };
    await expect(client.videos.create({ ...asked, ...address })).rejects.toMatchObject({
      status: 400,
      param: 'input_reference',
    });
  });
});

test('a form is the same request as the JSON that it stands for', async () => {
  const asked = { model: VEO, prompt: 'one video', seconds: '8' };
  const headers = { 'idempotency-key': randomUUID() };
  const first = await send('/videos', formOf(asked, PNG), headers);
  expect(first.statusCode).toBe(202);
  const url = `data:image/png;base64,${PNG.toString('base64')}`;
  const again = await demo.v1<Video>('/videos', { ...asked, input_reference: url }, headers);
  expect([again.status, again.body.id]).toEqual([202, first.body.id]);
  const other = await send('/videos', formOf(asked, Buffer.concat([PNG, PNG])), headers);
  expect([other.statusCode, other.body.error.code]).toEqual([409, 'idempotency_key_mismatch']);
  await ended(clientOf(demo.env.TOLLGATE_API_KEY), first.body.id);
});

test('a quote takes a form: its picture counts, its numbers are numbers', async () => {
  const asked = { model: VEO, seconds: '8', resolution: '720p', generate_audio: 'true' };
  const quoted = await send('/videos/quote', formOf(asked, PNG));
  expect([quoted.statusCode, quoted.body]).toEqual([
    200,
    expect.objectContaining({ seconds: '8', generate_audio: true, input: 'image' }),
  ]);
  const refused = await send('/videos/quote', formOf({ ...asked, seed: 'x' }));
  expect([refused.statusCode, refused.body.error.param]).toEqual([400, 'seed']);
});

test('other routes take no form', async () => {
  const sent = await send('/chat/completions', formOf({ model: 'sandbox/echo' }));
  expect([sent.statusCode, sent.body.error.code]).toEqual([415, 'unsupported_media_type']);
});
