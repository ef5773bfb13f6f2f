import { click, go } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
const DAY = '2026-11-24';

/** A cost page's export of so many models, of which nobody here has heard. */
const costs = (models: number): Buffer =>
  Buffer.from(
    [
      'usage_date_utc,model,cost_usd',
      ...Array.from({ length: models }, (_none, at) => `${DAY},unheard-of-${at},1.5`),
    ].join('\n'),
  );

/** The administrators’ pages about providers’ invoices. */
export function invoicePages(at: () => ConsoleUnderTest): void {
  test(
    'compares a provider’s report with the book, is left and found again, and shows what is apart page by page',
    async () => {
      const { page } = at();
      await go(page, 'Invoices');
      await page.getByText('No reports yet.').waitFor();
      await at().look('invoices-empty');
      await click(page, 'Compare report');
      const dialog = page.getByRole('dialog');
      const file = dialog.getByLabel('File', { exact: true });
      await dialog.getByLabel('Report', { exact: true }).selectOption('anthropic_cost');
      await file.setInputFiles({
        name: 'cost.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('a\n1'),
      });
      await at().look('invoice-form');
      const send = dialog.getByRole('button', { name: 'Compare report' });
      await send.click();
      await dialog.getByRole('alert').getByText('File: has no column usage_date_utc').waitFor();
      // The browser tells of each answer that is an error.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await file.setInputFiles({ name: 'cost.csv', mimeType: 'text/csv', buffer: costs(101) });
      await dialog.getByLabel('Model names').fill('no model');
      await send.click();
      await dialog.getByText('Line 1 of the model names').waitFor();
      await dialog.getByLabel('Model names').fill('');
      await send.click();
      await page.waitForURL(/reconciliations\/rcn_/u);
      await go(page, 'All invoices');
      const row = page.getByRole('row').filter({ hasText: 'Anthropic: cost' });
      await row.getByText('101 in report only').waitFor();
      await row.getByText('done').waitFor();
      await at().look('invoices');
      await row.getByRole('link').click();
      const lines = page.getByRole('region', { name: 'Days and models' });
      await lines.getByText(/unheard-of-0$/u).waitFor();
      await at().look('invoice');
      await click(page, 'Next page');
      await page.waitForURL(/after=/u);
      await lines.getByText(/unheard-of-99$/u).waitFor();
      expect(await lines.getByRole('row').count()).toBe(2);
      const saved = page.waitForEvent('download');
      await click(page, 'Export CSV');
      expect((await saved).suggestedFilename()).toMatch(/^rcn_.+\.csv$/u);
    },
    PAGE_MS,
  );
}
