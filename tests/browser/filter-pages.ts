import { eventually } from '../support/eventually.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 180_000;

/** Has the list of requests narrowed by what its form, its address and its chips say. */
export function filterPages(at: () => ConsoleUnderTest): void {
  test(
    'requests are narrowed by time, error, key and stream; the address says how, a chip ends it',
    async () => {
      const { page, demo, base } = at();
      const model = demo.env.TOLLGATE_MODEL;
      const messages = [{ role: 'user', content: 'Stream this.' }];
      const streamed = await demo.v1('/chat/completions', { model, messages, stream: true });
      expect(streamed.status).toBe(200);
      const none = { model: 'nobody/nothing', messages };
      expect((await demo.v1('/chat/completions', none)).status).toBe(404);
      await page.goto(`${base}/requests`);
      const rows = page.getByRole('region', { name: 'Requests' }).getByRole('row');
      await rows.nth(1).waitFor();
      await page.getByLabel('Period').selectOption('24h');
      await page.waitForURL(/last=24h/u);
      await page.getByRole('button', { name: 'More filters' }).click();
      await page.getByLabel('Response mode').selectOption('true');
      await page.waitForURL(/last=24h.*stream=true/u);
      await eventually(async () => {
        await page.reload();
        await page.getByText('Response mode: Streaming').waitFor();
        return (await rows.count()) === 2;
      });
      await at().look('requests-filtered');
      await page.getByRole('button', { name: /Response mode: Streaming/u }).click();
      await page.waitForURL((url) => !url.search.includes('stream'));
      const code = page.getByLabel('Error code');
      await code.focus();
      const list = page.locator('datalist option[value="routing_error"]');
      await list.first().waitFor({ state: 'attached' });
      await code.fill('routing_error');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.waitForURL(/error_code=routing_error/u);
      await page
        .getByRole('cell', { name: /routing_error/u })
        .first()
        .waitFor();
      expect(await page.getByRole('cell', { name: '200 served' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.waitForURL((url) => url.search === '');
      // An address of an earlier console, which quoted what looks like a number.
      await page.goto(`${base}/requests?status=%22404%22&unknown=1`);
      await page.getByText('Status: 404').waitFor();
      await page
        .getByRole('cell', { name: /404 rejected/u })
        .first()
        .waitFor();
    },
    PAGE_MS,
  );

  test(
    'columns that are not wanted are left out, rows come closer, and both stay over a reload',
    async () => {
      const { page, base } = at();
      await page.goto(`${base}/requests`);
      const table = page.getByRole('region', { name: 'Requests' });
      const latency = table.getByRole('columnheader', { name: 'Latency' });
      const cell = table.getByRole('cell').first();
      const height = async (): Promise<number> => (await cell.boundingBox())?.height ?? 0;
      await latency.waitFor();
      const before = await height();
      await page.getByRole('button', { name: 'View' }).click();
      await page.getByRole('checkbox', { name: 'Latency' }).uncheck();
      await latency.waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Compact rows' }).check();
      await at().look('requests-view');
      expect(await height()).toBeLessThan(before);
      await page.reload();
      await cell.waitFor();
      expect(await latency.count()).toBe(0);
      expect(await height()).toBeLessThan(before);
      await page.getByRole('button', { name: 'View' }).click();
      await page.getByRole('checkbox', { name: 'Latency' }).check();
      await page.getByRole('checkbox', { name: 'Compact rows' }).uncheck();
      await latency.waitFor();
      expect(await height()).toBe(before);
    },
    PAGE_MS,
  );
}
