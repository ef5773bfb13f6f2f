import { eventually } from '../support/eventually.ts';
import { aRefusedSettlement } from '../support/refused-settlement.ts';
import { go, heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
/** Twice the interval at which the page asks for the quarantine. */
const POLLED_MS = 30_000;
const CREDENTIAL = 'Demo provider';

/** The administrators’ pages about what processes tell of themselves. */
export function healthPages(at: () => ConsoleUnderTest): void {
  test(
    'a credential that its provider refuses is seen to be left alone, why and until when, and to work again',
    async () => {
      const { page, demo } = at();
      const call = () =>
        demo.v1('/chat/completions', {
          model: demo.env.TOLLGATE_MODEL,
          messages: [{ role: 'user', content: 'hello' }],
        });
      const shows = async (text: string): Promise<void> => {
        const row = page.getByRole('row').filter({ hasText: CREDENTIAL });
        await eventually(async () => {
          await page.reload();
          await heading(page, 'Providers');
          await row.getByText(/Attempts in the last 24 hours/u).waitFor();
          return (await row.getByText(text).count()) > 0;
        });
      };
      expect((await call()).status).toBe(200);
      await go(page, 'Providers');
      await shows('Healthy');
      await demo.control({ behaviour: 'status=401', times: 1 });
      expect((await call()).status).toBe(502);
      await shows('Deprioritized');
      await page.getByText('the provider rejected the secret, in 1 process').waitFor();
      await at().look('providers-health');
      await demo.calm();
      expect((await call()).status).toBe(200);
      await shows('Healthy');
      await page.getByText('Last failure: the provider rejected the secret').waitFor();
    },
    PAGE_MS,
  );

  test(
    'a settlement that billing refused for good is shown, put back, and here again once billing has refused it again',
    async () => {
      const { page, demo } = at();
      await go(page, 'Jobs');
      await page.getByText('Billing has accepted all settlements.').waitFor();
      const request = await aRefusedSettlement(demo);
      const decisions = page.getByRole('region', { name: 'Newest settlements in quarantine' });
      await eventually(async () => {
        await page.reload();
        await heading(page, 'Settlements in quarantine');
        return (await decisions.getByText(request).count()) > 0;
      });
      await decisions.getByText('billing knows no such hold').waitFor();
      await at().look('quarantine');
      const spools = page.getByRole('region', { name: 'Spools with settlements in quarantine' });
      await spools.getByRole('button', { name: 'Retry all' }).click();
      await spools.getByText(/^1 retried (?!so far)/u).waitFor();
      await decisions.getByText(request).waitFor({ timeout: POLLED_MS });
    },
    PAGE_MS,
  );
}
