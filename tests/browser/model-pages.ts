import { eventually } from '../support/eventually.ts';
import { OPENAI } from '../support/family-set-up.ts';
import { choose, heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 180_000;
const LISTED = 'openai/gpt-4o-mini';
const OTHER = 'openai/gpt-5.4';
const DAY_MS = 86_400_000;

interface Model {
  id: string;
  price: { prices: Record<string, string> } | null;
  upcoming_prices: { prices: Record<string, string> }[];
  dimensions: string[];
}

/** The administrators’ pages about several models at once, and about one. */
export function modelPages(at: () => ConsoleUnderTest): void {
  const model = async (name: string): Promise<Model | undefined> => {
    const path = `/models?public_id=${encodeURIComponent(name)}`;
    return (await at().demo.platform<Model[]>('GET', path)).body[0];
  };

  test(
    'approves several models at once, with prices that were looked up or without',
    async () => {
      const { page, demo, base } = at();
      const { family, credential, path } = OPENAI;
      const made = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
        family,
        credential,
        name: 'Several models',
        base_url: `${demo.stack.urls['provider']}${path}`,
      });
      await demo.platform('POST', `/provider-credentials/${made.body.id}/sync-models`);
      await page.goto(`${base}/models?state=discovered`);
      for (const name of [LISTED, OTHER])
        await page.getByLabel(`Select ${name}`, { exact: true }).check();
      await at().look('models-selected');
      await page.getByRole('button', { name: 'Approve 2 models' }).click();
      const dialog = page.getByRole('dialog');
      const choice = (name: string) =>
        dialog.getByLabel(`What happens to ${name}`, { exact: true });
      await eventually(async () => (await choice(LISTED).inputValue()) === 'list-0');
      await choice(OTHER).selectOption('Approve without prices');
      for (const field of await dialog.locator('input[type=number]').all())
        await field.fill('8192');
      await at().look('models-bulk');
      await dialog.getByRole('button', { name: 'Approve 2 models' }).click();
      await dialog.getByText('approved and priced').waitFor();
      await dialog.getByText('approved without prices').waitFor();
      await dialog.getByText('2 done.').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await dialog.waitFor({ state: 'detached' });
      expect(Number((await model(LISTED))?.price?.prices['output'])).toBeGreaterThan(0);
      expect((await model(OTHER))?.price).toBeNull();
    },
    PAGE_MS,
  );

  test(
    'schedules prices on the page of a model, which lists every version, and admits a service tier',
    async () => {
      const { page, base } = at();
      await page.goto(`${base}/models?public_id=${encodeURIComponent(LISTED)}`);
      await page.getByRole('link', { name: LISTED }).click();
      await heading(page, LISTED);
      const history = page.getByRole('region', { name: 'Price history' });
      await history.getByText('in force', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Set prices' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('In force since').waitFor();
      await dialog.locator('[name="prices.output"]').fill('99');
      const later = new Date(Date.now() + DAY_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
      await dialog.getByLabel('In force from').fill(later);
      await dialog.getByRole('button', { name: 'Set prices' }).click();
      await dialog.waitFor({ state: 'detached' });
      await history.getByText('scheduled', { exact: true }).waitFor();
      await history.getByText('→ 99').waitFor();
      await at().look('model');
      await choose(page.locator('main'), 'Service tiers');
      await dialog.getByLabel('flex').check();
      for (const field of await dialog.locator('input[name^="prices.flex_"]').all()) {
        await field.fill('0.5');
      }
      await at().look('model-tiers');
      await dialog.getByRole('button', { name: 'Save service tiers' }).click();
      await dialog.waitFor({ state: 'detached' });
      const found = await model(LISTED);
      expect(found?.dimensions).toContain('flex_input');
      expect(found?.price?.prices).toMatchObject({ flex_input: '0.5', flex_output: '0.5' });
      expect(Object.keys(found?.price?.prices ?? {})).toContain('input');
    },
    PAGE_MS,
  );

  test(
    'refuses prices that are silent about a service tier, until the box says that it ends',
    async () => {
      const { page } = at();
      const dialog = page.getByRole('dialog');
      await choose(page.locator('main'), 'Service tiers');
      await dialog.getByRole('checkbox', { name: 'flex' }).uncheck();
      await dialog.getByRole('button', { name: 'Save service tiers' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Set prices' }).click();
      const ends = dialog.getByLabel('End the prices of these service tiers: flex');
      await dialog.locator('[name="prices.flex_input"]').waitFor();
      expect(await ends.count()).toBe(0);
      for (const field of await dialog.locator('input[name^="prices.flex_"]').all()) {
        await field.fill('');
      }
      // Before the scheduled version, which names no tier: so this one would end it.
      const sooner = new Date(Date.now() + DAY_MS / 2).toISOString();
      await dialog.getByLabel('In force from').fill(sooner.slice(0, 'YYYY-MM-DDTHH:MM'.length));
      await dialog.getByRole('button', { name: 'Set prices' }).click();
      await dialog.getByRole('alert').waitFor();
      expect(await ends.getAttribute('aria-invalid')).toBe('true');
      // The browser tells of each answer that is an error.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await at().look('model-tiers-ended');
      await ends.check();
      await dialog.getByRole('button', { name: 'Set prices' }).click();
      await dialog.waitFor({ state: 'detached' });
      const found = await model(LISTED);
      expect(found?.price?.prices).toMatchObject({ flex_input: '0.5' });
      const [next] = found?.upcoming_prices ?? [];
      expect(next?.prices).toMatchObject({ output: '0.6' });
      expect(next?.prices).not.toHaveProperty('flex_input');
    },
    PAGE_MS,
  );
}
