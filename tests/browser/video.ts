import OpenAI from 'openai';
import type { ConsoleUnderTest } from './console.ts';

const PATIENCE_MS = 90_000;

/** A video of the sandbox, asked for with the official client, in a player of the browser. */
export function videoTests(at: () => ConsoleUnderTest): void {
  test(
    'plays a video: asks for ranges, jumps and comes to the end',
    async () => {
      const { browser, demo } = at();
      const { TOLLGATE_TEST_KEY: apiKey, TOLLGATE_BASE_URL: baseURL } = demo.env;
      const client = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
      const asked = { model: 'sandbox/film', prompt: 'a calm sea', seconds: '8' } as const;
      const { id } = await client.videos.create(asked);
      await ended(client, id);
      const context = await browser.newContext({
        extraHTTPHeaders: { authorization: `Bearer ${apiKey}` },
      });
      const page = await context.newPage();
      const ranges: string[] = [];
      page.on('response', (response) => {
        if (response.url().endsWith('/content')) {
          ranges.push(`${response.status()} ${response.request().headers()['range']}`);
        }
      });
      const url = `${baseURL}/videos/${id}/content`;
      await page.setContent(`<video muted preload="auto" src="${url}"></video>`);
      const seen = await page.locator('video').evaluate(async (video) => {
        const event = (name: string): Promise<unknown> =>
          new Promise((resolve, reject) => {
            video.addEventListener(name, resolve, { once: true });
            video.addEventListener('error', () => reject(new Error(video.error?.message ?? name)));
          });
        if (video.readyState < 1) await event('loadedmetadata');
        const sought = event('seeked');
        video.currentTime = video.duration - 1;
        await sought;
        const over = event('ended');
        await video.play();
        await over;
        return {
          seconds: video.duration,
          width: video.videoWidth,
          height: video.videoHeight,
          error: video.error,
          isOver: video.ended,
        };
      });
      expect(seen).toEqual({ seconds: 8, width: 640, height: 360, error: null, isOver: true });
      expect(ranges.every((one) => one.startsWith('206 bytes='))).toBe(true);
      expect(ranges.length).toBeGreaterThan(0);
      await context.close();
    },
    PATIENCE_MS,
  );
}

async function ended(client: OpenAI, id: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const { status } = await client.videos.retrieve(id);
    if (status === 'completed') return;
    if (performance.now() > until) throw new Error(`the video is ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
