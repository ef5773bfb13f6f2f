import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 180_000;
/** From where to where a drag goes, as shares of a chart. */
const [FROM, UNTIL] = [0.85, 0.99];
const STEPS = 8;
const HALF = 2;
const DRAWN = ['Spending', 'Latency', 'Time to first token', 'Tokens'];

const chartOf = (page: Page, title: string): Locator =>
  page.getByRole('img', { name: `${title}, as a table` });

/** The middle of the last step of a chart, which has today in it. */
async function lastStep(chart: Locator, share: number): Promise<{ x: number; y: number }> {
  // The box with the bars, without axes.
  const box = await chart.locator('.u-over').boundingBox();
  if (box === null) throw new Error('the chart is not drawn');
  return { x: box.x + box.width * share, y: box.y + box.height / HALF };
}

/** Has charts say, select and open what is in them; `path` is the page that they stand on. */
export function chartPages(
  at: () => ConsoleUnderTest,
  { path, title, empty }: { path: string; title: string; empty: string },
): void {
  const show = async (): Promise<void> => {
    const { page, base } = at();
    // A call is counted about a second after its answer.
    await eventually(async () => {
      await page.goto(`${base}${path}`);
      await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
      const chart = chartOf(page, 'Requests and errors').locator('.u-over');
      await chart.or(page.getByText(empty)).first().waitFor();
      return (await chart.count()) > 0;
    });
  };

  test(
    'charts show the values under the pointer, and a table has them all',
    async () => {
      const { page, demo } = at();
      const messages = [{ role: 'user', content: 'Say hello.' }];
      const body = { model: demo.env.TOLLGATE_MODEL, messages, stream: true };
      expect((await demo.v1('/chat/completions', body)).status).toBe(200);
      await show();
      for (const name of DRAWN) await chartOf(page, name).locator('.u-over').waitFor();
      const chart = chartOf(page, 'Requests and errors');
      await chart.scrollIntoViewIfNeeded();
      const { x, y } = await lastStep(chart, UNTIL);
      await page.mouse.move(x, y);
      const values = page.locator('[data-values]');
      await values.getByText('Succeeded').waitFor();
      const shown = await values.locator('dd').last().innerText();
      expect(Number(shown)).toBeGreaterThan(0);
      await at().look(`chart-values${path.replaceAll('/', '-')}`);
      await page.mouse.move(0, 0);
      await values.waitFor({ state: 'detached' });
      await page.getByText('Show as table').first().click();
      const table = page.getByRole('region', { name: 'Requests and errors, as a table' });
      const total = table.getByRole('row').nth(1).getByRole('cell').last();
      expect(await total.innerText()).toBe(shown);
      await at().look(`chart-table${path.replaceAll('/', '-')}`);
      await table.getByRole('link').first().click();
      await page.waitForURL(/requests\?.*date_from=/u);
      await page.getByRole('heading', { name: 'Requests', level: 1, exact: true }).waitFor();
    },
    PAGE_MS,
  );

  test(
    'a drag across a chart selects its time, and a click shows the requests of a bar',
    async () => {
      const { page } = at();
      await show();
      const chart = chartOf(page, 'Requests and errors');
      await chart.scrollIntoViewIfNeeded();
      const [start, end] = [await lastStep(chart, FROM), await lastStep(chart, UNTIL)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: STEPS });
      await page.mouse.up();
      await page.waitForURL(/date_from=.*date_to=/u);
      await chartOf(page, 'Requests and errors').locator('.u-over').waitFor();
      await at().look(`chart-selected${path.replaceAll('/', '-')}`);
      const bar = chartOf(page, 'Requests and errors');
      await bar.scrollIntoViewIfNeeded();
      await bar.locator('.u-over').click();
      await page.waitForURL(/requests\?.*date_from=/u);
      await page.getByRole('heading', { name: 'Requests', level: 1, exact: true }).waitFor();
      expect(await page.getByText('Page not found').count()).toBe(0);
    },
    PAGE_MS,
  );

  test(
    'the period before is compared on demand, and spending is shown by another kind',
    async () => {
      const { page } = at();
      await show();
      await page.getByRole('checkbox', { name: 'Compare with the previous period' }).check();
      await page.waitForURL(/compare=true/u);
      await page.getByText('Previous period').first().waitFor();
      await page.getByText('none in the previous period').first().waitFor();
      await page.getByLabel('Spending by').selectOption('key');
      await page.waitForURL(/by=key/u);
      await chartOf(page, 'Spending').locator('.u-over').waitFor();
      await at().look(`charts${path.replaceAll('/', '-')}`);
    },
    PAGE_MS,
  );
}
