import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { begin, chatLine, clientOf, ended } from '../support/a-batch.ts';
import { choose, go, heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;

/** What a press of a button saves, as the browser has it. */
async function savedBy(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    press(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Videos and batches of a user: made, found again, fetched. */
export function videoPages(at: () => ConsoleUnderTest): void {
  test(
    'a video is found under Operations with what it costs, and its file is fetched',
    async () => {
      const { page, demo, base } = at();
      const headers = { authorization: `Bearer ${demo.env.TOLLGATE_TEST_KEY}` };
      const wanted = { model: 'sandbox/film', prompt: 'A calm sea.', seconds: '2' };
      const made = await demo.v1('/videos', wanted, headers);
      expect(made.status).toBe(202);
      await page.goto(`${base}/operations?kind=videos`);
      const row = page.getByRole('row').filter({ hasText: 'sandbox/film' }).first();
      await row.getByText('completed', { exact: true }).waitFor();
      await at().look('videos');
      await row.getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Video', level: 1 }).waitFor();
      // Addresses of before the pages were renamed lead there too.
      await page.goto(page.url().replace('/videos/', '/films/'));
      await page.waitForURL(/\/videos\/vid_/u);
      await page.getByRole('heading', { name: 'Video', level: 1 }).waitFor();
      await page.goto(`${base}/operations?kind=films`);
      await row.getByRole('link').first().click();
      await page.waitForURL(/\/videos\/vid_/u);
      await page.getByRole('heading', { name: 'Video', level: 1 }).waitFor();
      const { name, bytes } = await savedBy(page, () =>
        page.getByRole('button', { name: /^Download vid_/u }).click(),
      );
      expect([name.endsWith('.mp4'), bytes.subarray(4, 8).toString()]).toEqual([true, 'ftyp']);
      const tray = page.getByRole('region', { name: 'Downloads' });
      await tray.getByText('Saved.').waitFor();
      // The download has left a key, with which the first picture is fetched.
      await page.locator('main svg image').waitFor();
      await at().look('video');
      await page.getByRole('button', { name: /^Watch \(/u }).click();
      const player = page.locator('video');
      const seen = await player.evaluate(async (video) => {
        await video.play();
        return { seconds: video.duration, width: video.videoWidth, error: video.error };
      });
      expect(seen).toEqual({ seconds: 2, width: 640, error: null });
      await tray.getByRole('button', { name: /^Close/u }).click();
      await tray.waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'All videos' }).click();
      await row.locator('img').waitFor();
    },
    PAGE_MS,
  );

  test(
    'a batch is found under Operations with its lines and cost, its answers are fetched, and another is cancelled',
    async () => {
      const { page, demo, base } = at();
      const client = clientOf(demo);
      const lines = ['a', 'b'].map((name) => chatLine(demo, name, `Say ${name}`));
      const batch = await begin(client, [
        ...lines,
        chatLine(demo, 'c', 'Hi', { temperature: 'hot' }),
      ]);
      await ended(client, batch.id);
      await page.goto(`${base}/operations?kind=batches`);
      const row = page.getByRole('row').filter({ hasText: '2 of 3 done, 1 failed' });
      await row.getByText('completed', { exact: true }).waitFor();
      await at().look('batches');
      await row.getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Batch', level: 1 }).waitFor();
      await at().look('batch');
      const answers = await savedBy(page, () =>
        page.getByRole('button', { name: /^Download batch_.+_output\.jsonl$/u }).click(),
      );
      const names = answers.bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map((one) => JSON.parse(one) as object);
      expect(names).toMatchObject([{ custom_id: 'a' }, { custom_id: 'b' }]);
      await page
        .getByRole('region', { name: 'Downloads' })
        .getByRole('button', { name: /^Close/u })
        .click();
      const slow = lines.map((line) =>
        JSON.stringify(line).replace('Say', '[[provider: delay=3000]]'),
      );
      const { id } = await begin(client, slow);
      await page.goto(`${base}/batches/${id}`);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill(id);
      await dialog.getByRole('button', { name: 'Cancel batch' }).click();
      await dialog.waitFor({ state: 'detached' });
      // Its lines may have ended before the page looks again.
      const states = page.getByText(/^(?:cancelling|cancelled)$/u);
      await states.first().waitFor();
      expect((await ended(client, id)).batch.status).toBe('cancelled');
    },
    PAGE_MS,
  );

  test(
    'requests and transactions are saved as tables, page by page',
    async () => {
      const { page, base } = at();
      for (const [path, name, first] of [
        ['/requests', 'Export CSV', 'public_id'],
        ['/credits', 'Export CSV: Transactions', 'id'],
        ['/credits', 'Export CSV: Grants', 'id'],
      ] as const) {
        await page.goto(`${base}${path}`);
        const button = page.getByRole('button', { name });
        const { bytes } = await savedBy(page, () => button.click());
        const [head = '', line = ''] = bytes.toString().split('\r\n');
        expect(head.split(',')[0]).toBe(first);
        expect(line.length).toBeGreaterThan(10);
      }
    },
    PAGE_MS,
  );
}

/** Long work of administrators: it goes on and is found again on every page. */
export function longWork(at: () => ConsoleUnderTest): void {
  test(
    'a sync is found again by whoever comes to the page, and leads to what it found',
    async () => {
      const { page, base } = at();
      await page.goto(`${base}/providers`);
      const row = page.getByRole('row').filter({ hasText: 'demo' }).first();
      await choose(row, 'Sync models');
      await row.getByText('done').waitFor();
      await page.reload();
      await row.getByText(/\d+ known/u).waitFor();
      await at().look('providers-synced');
    },
    PAGE_MS,
  );

  test(
    'an export goes on while other pages are looked at, tells its lines, and is cancelled',
    async () => {
      const { page, base, context } = at();
      await page.goto(`${base}/requests`);
      await heading(page, 'Requests');
      const { bytes } = await savedBy(page, () =>
        page.getByRole('button', { name: 'Export CSV' }).click(),
      );
      expect(bytes.toString().split('\r\n')[0]).toContain('public_id');
      // An answer that does not end, so that there is something to leave and to cancel.
      let end = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        end = resolve;
      });
      await context.route('**/api/platform/exports/audit-events.csv*', async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      await go(page, 'Audit');
      // The page before has a button of this name too.
      await heading(page, 'Audit');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const tray = page.getByRole('region', { name: 'Downloads' });
      await tray.getByText('In progress').waitFor();
      await go(page, 'Settings');
      await at().look('downloads');
      await tray.getByRole('button', { name: 'Cancel: audit-events.csv' }).click();
      await tray.getByText('Cancelled').waitFor();
      end();
      await context.unroute('**/api/platform/exports/audit-events.csv*');
      const close = tray.getByRole('button', { name: /^Close/u });
      while ((await close.count()) > 0) await close.first().click();
    },
    PAGE_MS,
  );

  test(
    'a key that was seen somewhere leads to its owner, and published prices are looked up',
    async () => {
      const { page, base, demo } = at();
      await page.goto(`${base}/users`);
      const key = page.getByLabel('The key, or its visible start and end');
      await key.fill(demo.env.TOLLGATE_API_KEY);
      await page.getByRole('button', { name: 'Find owner' }).click();
      const found = page.getByRole('region', { name: 'Matching keys' });
      await at().look('key-found');
      await found.getByRole('link', { name: demo.env.TOLLGATE_USER_EMAIL }).click();
      await heading(page, demo.env.TOLLGATE_USER_EMAIL);
      const links = page.getByRole('navigation', { name: 'More about this user' });
      await links.getByRole('link', { name: 'Requests' }).click();
      await page.waitForURL(/organization_id=usr_/u);
      await page.goto(`${base}/prices?model=${encodeURIComponent(demo.env.TOLLGATE_MODEL)}`);
      await page.getByRole('button', { name: 'Look up published prices' }).click();
      await page.getByText('Looked up at').waitFor();
      await go(page, 'Settings');
      await page.goBack();
      await page.getByText('Looked up at').waitFor();
      await at().look('prices-looked-up');
    },
    PAGE_MS,
  );
}
