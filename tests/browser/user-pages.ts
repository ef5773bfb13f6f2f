import { go } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
const SECRET = /^svc_(?:test|live)_\w{20,}$/u;
/** Asked in the browser: everything that outlives the page. */
const KEPT =
  'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])';

/** The administrators’ page of one user: the name, limits, and a new key. */
export function userPages(at: () => ConsoleUnderTest): void {
  const toUser = async (): Promise<void> => {
    const { page, demo } = at();
    await page.goto(at().base);
    await go(page, 'Users');
    await page.getByRole('link', { name: demo.env.TOLLGATE_USER_EMAIL }).click();
    await page.getByRole('heading', { name: 'Shared limits of all keys' }).waitFor();
  };

  test(
    'changes the name of a user, and tells a fault at its field',
    async () => {
      const { page } = at();
      await toUser();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Edit user', exact: true }).first().click();
      await dialog.getByLabel('Name', { exact: true }).fill('Renamed by hand');
      await dialog.getByLabel('Default max output tokens').fill('2000000000');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByRole('alert').waitFor();
      expect(
        await dialog.getByLabel('Default max output tokens').getAttribute('aria-invalid'),
      ).toBe('true');
      expect(await dialog.getByLabel('Name', { exact: true }).getAttribute('aria-invalid')).toBe(
        null,
      );
      // The browser tells of each answer that is an error.
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByLabel('Default max output tokens').fill('');
      await dialog.getByLabel('Quota time zone').fill('Asia/Tokyo');
      await at().look('user-edit');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Renamed by hand').waitFor();
      await page.getByText('Asia/Tokyo', { exact: true }).waitFor();
    },
    PAGE_MS,
  );

  test(
    'limits all keys of a user together',
    async () => {
      const { page } = at();
      await toUser();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Set limits' }).click();
      await dialog.getByLabel('Credits per day').fill('0');
      await dialog.getByLabel('Requests per minute').fill('900000');
      await dialog.getByRole('button', { name: 'Set limits' }).click();
      await dialog.getByRole('alert').waitFor();
      expect(await dialog.getByLabel('Credits per day').getAttribute('aria-invalid')).toBe('true');
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await at().look('user-limits');
      await dialog.getByLabel('Credits per day').fill('1000000.5');
      await dialog.getByRole('button', { name: 'Set limits' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('900,000', { exact: true }).waitFor();
      await page.getByText('1,000,000.5').first().waitFor();
    },
    PAGE_MS,
  );

  test(
    'makes a key for a user, shows its secret once, and limits the key',
    async () => {
      const { page } = at();
      await toUser();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByLabel('Name', { exact: true }).fill('made for them');
      await dialog.getByLabel('Allowed models').fill('no/such-model');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByRole('alert').waitFor();
      expect(await dialog.getByLabel('Allowed models').getAttribute('aria-invalid')).toBe('true');
      expect(at().complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByLabel('Allowed models').fill('');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('heading', { name: 'Key created' }).waitFor();
      const secret = await dialog.locator('pre').innerText();
      expect(secret).toMatch(SECRET);
      expect(await page.evaluate(KEPT)).not.toContain(secret.slice(13));
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await dialog.waitFor({ state: 'detached' });
      const key = page.getByRole('row').filter({ hasText: 'made for them' });
      await key.getByText(secret.slice(-4)).waitFor();
      expect(await page.content()).not.toContain(secret.slice(13));
      await key.getByRole('button', { name: 'Limits' }).click();
      await dialog.getByLabel('Concurrent requests').fill('3');
      await at().look('user-key-limits');
      await dialog.getByRole('button', { name: 'Set limits' }).click();
      await dialog.waitFor({ state: 'detached' });
      await key.getByRole('button', { name: 'Limits' }).click();
      expect(await dialog.getByLabel('Concurrent requests').inputValue()).toBe('3');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    },
    PAGE_MS,
  );
}
