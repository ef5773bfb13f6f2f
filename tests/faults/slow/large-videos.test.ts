/** Videos that no process could hold: they flow through worker and inference in pieces. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Video } from '@tollgate/contract/video';
import got from 'got';
import { aDemo } from '../../support/demo.ts';
import type { Demo } from '../../support/demo.ts';
import { GOOGLE, setUpFamily } from '../../support/family-set-up.ts';
import { residentOf } from '../../support/memory.ts';

const START_MS = 240_000;
const TEST_MS = 1_200_000;
const MODEL = 'google/veo-3.1-generate-preview';
const MEBIBYTES = 1_000;
/** Pieces on their way, and what V8 leaves until the next collection. */
const GROWTH_MIB_MAX = 160;
const LOOK_MS = 100;
const WATCHED = ['worker', 'inference'] as const;

let demo: Demo;
beforeAll(async () => {
  demo = await aDemo({ timerScale: 0.05 });
  await setUpFamily(demo, { ...GOOGLE, models: [MODEL] });
}, START_MS);
afterAll(() => demo?.stack.drop(), START_MS);

async function made(prompt: string): Promise<Video> {
  const json = { model: MODEL, prompt, seconds: 4 };
  const { id } = (await demo.v1<Video>('/videos', json)).body;
  for (;;) {
    const { body } = await demo.v1<Video>(`/videos/${id}`);
    if (body.status === 'completed' || body.status === 'failed') return body;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Reads a whole video and forgets each piece. */
async function readVideo(id: string): Promise<{ bytes: number; tag: string; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  let tag = '';
  const stream = got.stream(`${demo.env.TOLLGATE_BASE_URL}/videos/${id}/content`, {
    headers: { authorization: `Bearer ${demo.env.TOLLGATE_API_KEY}` },
  });
  stream.on('response', (response: { headers: { etag?: string } }) => {
    tag = response.headers.etag ?? '';
  });
  await pipeline(stream, async (pieces: AsyncIterable<Uint8Array>) => {
    for await (const piece of pieces) {
      bytes += piece.length;
      hash.update(piece);
    }
  });
  return { bytes, tag, sha256: hash.digest('hex') };
}

const mib = (name: string): number => residentOf(demo.stack.pid(name))?.mib ?? 0;

test(
  'the memory of worker and inference stays as it is while two thousand MiB flow through',
  async () => {
    await readVideo((await made('a calm sea')).id);
    const before = Object.fromEntries(WATCHED.map((name) => [name, mib(name)]));
    const most: Record<string, number> = { ...before };
    const looks = setInterval(() => {
      for (const name of WATCHED) most[name] = Math.max(most[name] ?? 0, mib(name));
    }, LOOK_MS);
    try {
      for (let video = 0; video < 2; video += 1) {
        const video = await made(`[video: mebibytes=${MEBIBYTES}]`);
        expect(video).toMatchObject({ status: 'completed', seconds: '4' });
        const { bytes, tag, sha256 } = await readVideo(video.id);
        expect(bytes).toBeGreaterThan(MEBIBYTES * 1_048_576);
        expect(tag).toBe(`"${sha256}"`);
      }
    } finally {
      clearInterval(looks);
    }
    process.stdout.write(`MiB before ${JSON.stringify(before)}, at most ${JSON.stringify(most)}\n`);
    for (const name of WATCHED) {
      expect((most[name] ?? 0) - (before[name] ?? 0)).toBeLessThan(GROWTH_MIB_MAX);
    }
  },
  TEST_MS,
);
