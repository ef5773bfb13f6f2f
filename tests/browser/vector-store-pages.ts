import { storeIdOf } from '../fake-provider/openai/vector-stores.ts';
import { go } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
const KEY = 'key-of-the-stores';

/** How an administrator gives a vector store to a user and takes it away. */
export function vectorStorePages(at: () => ConsoleUnderTest): void {
  test(
    'a vector store is given once the provider has it, and deleted once its name was typed',
    async () => {
      const { page, demo } = at();
      const made = await demo.platform('POST', '/provider-credentials', {
        family: 'openai',
        name: 'Stores',
        base_url: `${demo.stack.urls['provider']}/openai/v1`,
        credential: { api_key: KEY },
      });
      expect(made.status).toBe(201);
      await go(page, 'Providers');
      // The console has not made this credential itself.
      await page.reload();
      await page.getByText('No vector stores yet.').waitFor();
      await page.getByRole('button', { name: 'Add vector store' }).click();
      const dialog = page.getByRole('dialog');
      const add = dialog.getByRole('button', { name: 'Add vector store' });
      const upstream = dialog.getByLabel('ID at the provider');
      await dialog.getByLabel('Name').fill('Handbook');
      await dialog.getByLabel('Credential').selectOption({ label: 'openai: Stores' });
      await dialog.getByLabel('User').fill(demo.env.TOLLGATE_USER_EMAIL);
      await upstream.fill(storeIdOf('another-account', 'handbook'));
      await add.click();
      await dialog.locator('input[name=upstream_id][aria-invalid=true]').waitFor();
      await dialog.getByText('no vector store in the account of this credential').first().waitFor();
      // The browser reports each answer that is an error.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await at().look('vector-store-refused');
      await upstream.fill(storeIdOf(KEY, 'handbook'));
      await add.click();
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ hasText: 'Handbook' });
      await row.getByRole('link', { name: demo.env.TOLLGATE_USER_EMAIL }).waitFor();
      await at().look('vector-stores');
      await row.getByRole('button', { name: 'Delete: Handbook' }).click();
      const sure = dialog.getByRole('button', { name: 'Delete' });
      expect(await sure.isDisabled()).toBe(true);
      await dialog.getByLabel('Type Handbook to confirm').fill('Handbook');
      await sure.click();
      await page.getByText('No vector stores yet.').waitFor();
    },
    PAGE_MS,
  );
}
