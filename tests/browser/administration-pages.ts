import { connectDatabase } from '@tollgate/db/connect';
import type { Locator } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { putIdempotencyRecords } from '../support/old-rows.ts';
import { choose, click, go, heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;

/** What a dialog asks to be typed. */
const confirmedName = async (dialog: Locator): Promise<string> => {
  const asked = await dialog.getByText(/^Type .+ to confirm$/u).innerText();
  return /^Type (.+) to confirm$/u.exec(asked)?.[1] ?? '';
};

/** Keys that were used last before their policy. */
async function putOld(url: string): Promise<void> {
  const owner = connectDatabase({ url, applicationName: 'test', poolMax: 1 });
  await putIdempotencyRecords(owner, { count: 12, days: 40 });
  await owner.destroy();
}

/** The administrators’ pages about what is kept, and about administrators themselves. */
export function administrationPages(at: () => ConsoleUnderTest): void {
  test(
    'keeps data as long as the policy says, and purges what a count has shown',
    async () => {
      await go(at().page, 'Retention');
      const row = at().page.getByRole('row').filter({ hasText: 'Access logs' });
      await row.getByRole('button', { name: 'Change' }).click();
      const dialog = at().page.getByRole('dialog');
      const least = (await dialog.getByLabel('Days').getAttribute('min')) ?? '';
      await dialog.getByLabel('Days').fill(least);
      await dialog.getByRole('button', { name: 'Change' }).click();
      await dialog.waitFor({ state: 'detached' });
      await at().page.getByLabel('Access logs').check();
      await click(at().page, 'Preview');
      await at().page.getByText('No data is old enough to purge.').waitFor();
      await at().look('retention');
      await putOld(at().demo.stack.connections.databaseUrl);
      await at().page.getByLabel('Idempotency keys').check();
      await click(at().page, 'Preview');
      await at().page.getByRole('cell', { name: '12', exact: true }).waitFor();
      await click(at().page, 'Purge these rows');
      await dialog.getByRole('textbox').fill(await confirmedName(dialog));
      await dialog.getByRole('button', { name: 'Purge these rows' }).click();
      await dialog.waitFor({ state: 'detached' });
      await at().page.getByText('12 of 12').waitFor();
      await at().page.getByRole('row').filter({ hasText: '12 of 12' }).getByText('done').waitFor();
    },
    PAGE_MS,
  );

  test(
    'adds an administrator, suspends the new one and removes the account',
    async () => {
      await go(at().page, 'Administrators');
      await click(at().page, 'Add administrator');
      const dialog = at().page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('second@console.example');
      await dialog.getByLabel('Initial password').fill('a long enough password 8');
      await dialog.getByRole('button', { name: 'Add administrator' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = at().page.getByRole('row').filter({ hasText: 'second@console.example' });
      await row.getByText('never').waitFor();
      await at().look('administrators');
      await row.getByRole('button', { name: 'Change role' }).click();
      await dialog.getByLabel('Role').selectOption('finance');
      await dialog.getByRole('button', { name: 'Change role' }).click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByRole('cell', { name: 'finance', exact: true }).waitFor();
      for (const [action, reported] of [
        ['Suspend', 'suspended'],
        ['Remove', undefined],
      ] as const) {
        await choose(row, action);
        await dialog.getByRole('textbox').fill('second@console.example');
        await dialog.getByRole('button', { name: action }).click();
        await dialog.waitFor({ state: 'detached' });
        if (reported !== undefined) await row.getByText(reported).waitFor();
      }
      await row.waitFor({ state: 'detached' });
    },
    PAGE_MS,
  );

  test(
    'creates a token for a machine, shows it once, and revokes it',
    async () => {
      await go(at().page, 'API tokens');
      await click(at().page, 'Create token');
      const dialog = at().page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('nightly plan');
      await dialog.getByRole('button', { name: 'Create token' }).click();
      await dialog.getByText(/^tg_adm_/u).waitFor();
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = at().page.getByRole('row').filter({ hasText: 'nightly plan' });
      await row.getByText('active').waitFor();
      await at().look('tokens');
      await row.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByRole('textbox').fill('nightly plan');
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('revoked').waitFor();
    },
    PAGE_MS,
  );

  test(
    'lists answered requests, and tells what the installation is',
    async () => {
      await go(at().page, 'Access');
      await at().page.getByLabel('Path begins with').fill('/api/platform/administrators');
      await click(at().page, 'Apply');
      await at().page.waitForURL(/path=/u);
      const events = at().page.getByRole('region', { name: 'Access' });
      await eventually(async () => {
        await at().page.reload();
        await heading(at().page, 'Access');
        await events.or(at().page.getByText('No requests found')).first().waitFor();
        return (await events.count()) > 0;
      });
      await at().look('access');
      await go(at().page, 'Settings');
      await at().page.getByText('Path of the inference API').waitFor();
      await at().look('settings');
    },
    PAGE_MS,
  );
}
