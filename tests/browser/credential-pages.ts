import { choose, go } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
const NAME = 'The first';
/** Approved in a journey before, and served by that credential alone. */
const MODEL = 'anthropic/claude-sonnet-4-5';

/**
 * What becomes of a credential that was entered before, and that alone serves an approved model.
 */
export function credentialPages(at: () => ConsoleUnderTest): void {
  test(
    'time limits of a credential are set, refused at their field, shown and taken back',
    async () => {
      const { page } = at();
      await go(page, 'Providers');
      const dialog = page.getByRole('dialog');
      const row = page.getByRole('row').filter({ hasText: NAME });
      const first = dialog.getByLabel('Time to first event (seconds)');
      const total = dialog.getByLabel('Total time (seconds)');
      const save = dialog.getByRole('button', { name: 'Save' });
      await choose(row, 'Time limits');
      expect([await first.inputValue(), await total.inputValue()]).toEqual(['', '']);
      await dialog.getByText('Leave empty to use the limit of the installation').first().waitFor();
      await first.fill('45');
      await total.fill('3601');
      await save.click();
      await dialog.locator('input[name=total_seconds][aria-invalid=true]').waitFor();
      expect(await first.getAttribute('aria-invalid')).toBeNull();
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await at().look('credential-times');
      await total.fill('900');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('First event 45 s, Total 900 s').waitFor();
      await page.reload();
      await choose(row, 'Time limits');
      expect([await first.inputValue(), await total.inputValue()]).toEqual(['45', '900']);
      await first.fill('');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('Total 900 s', { exact: true }).waitFor();
    },
    PAGE_MS,
  );

  test(
    'a proxy that cannot be used is refused at its field',
    async () => {
      const { page } = at();
      await go(page, 'Providers');
      const dialog = page.getByRole('dialog');
      await choose(page.getByRole('row').filter({ hasText: NAME }), 'Proxy');
      const field = dialog.getByLabel('Proxy URL');
      const save = dialog.getByRole('button', { name: 'Save' });
      expect([await field.inputValue(), await save.isDisabled()]).toEqual(['', true]);
      await field.fill('http://proxy.example.com:3128');
      await save.click();
      await dialog.locator('input[name=proxy_url][aria-invalid=true]').waitFor();
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await at().look('credential-proxy');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    PAGE_MS,
  );

  test(
    'the secret of a credential is replaced, and a credential deleted, once its name was typed',
    async () => {
      const { page, demo } = at();
      // A model is left alone by a credential only while callers may use the model.
      const { body: found } = await demo.platform<{ id: string }[]>(
        'GET',
        `/models?public_id=${encodeURIComponent(MODEL)}`,
      );
      const decision = { decision: 'enable' };
      const decided = `/models/${found[0]?.id}/decision`;
      expect((await demo.platform('POST', decided, decision)).status).toBe(200);
      await go(page, 'Providers');
      const dialog = page.getByRole('dialog');
      const row = page.getByRole('row').filter({ hasText: NAME });
      const replaced = dialog.getByRole('button', { name: 'Replace secret' });
      const typed = dialog.getByLabel(`Type ${NAME} to confirm`);
      await choose(row, 'Replace secret');
      await dialog.getByLabel('API key').fill('anthropic-key-two');
      expect(await dialog.getByLabel('API key').getAttribute('type')).toBe('password');
      expect(await replaced.isDisabled()).toBe(true);
      await at().look('credential-replace');
      await typed.fill(NAME);
      await replaced.click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('-two', { exact: true }).waitFor();
      await row.getByRole('button', { name: 'Test' }).click();
      await row.getByText('passed').waitFor();
      await choose(row, 'Delete');
      const sure = dialog.getByRole('button', { name: 'Delete' });
      expect(await sure.isDisabled()).toBe(true);
      await typed.fill(NAME);
      await sure.click();
      await dialog.getByRole('alert').getByText('have no other active credential').waitFor();
      // The browser tells of each answer that is an error.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('409')]);
      await dialog.getByLabel('Delete it even if').check();
      await at().look('credential-delete');
      await sure.click();
      await row.waitFor({ state: 'detached' });
    },
    PAGE_MS,
  );
}
