import { HEADER } from '@tollgate/contract/headers';
import { eventually } from '../support/eventually.ts';
import { choose, click, go, heading } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 120_000;
/** Years that have left the ledger, as an answer says it. */
const LEFT = '2020-01-01T00:00:00.000Z/2021-07-01T00:00:00.000Z';

/** The administrators’ pages about prices, aliases and what was sold. */
export function salesPages(at: () => ConsoleUnderTest): void {
  test(
    'simulates other prices over past calls, and publishes them by the name of the model',
    async () => {
      const model = at().demo.env.TOLLGATE_MODEL;
      const asked = { model, messages: [{ role: 'user', content: 'x' }] };
      expect((await at().demo.v1('/chat/completions', asked)).status).toBe(200);
      await go(at().page, 'Prices');
      await heading(at().page, 'Prices');
      const row = at().page.getByRole('row').filter({ hasText: model });
      await row.getByRole('button', { name: 'Simulate prices' }).click();
      await at().page.waitForURL(/model=/u);
      const played = at().page.getByText('After', { exact: true });
      await eventually(async () => {
        await at().page.getByRole('button', { name: 'Simulate', exact: true }).click();
        await at()
          .page.getByText('Simulation result')
          .or(played)
          .or(at().page.getByText('No calls'))
          .first()
          .waitFor();
        return (await played.count()) > 0;
      });
      for (const field of await at().page.getByLabel('Price per').all()) await field.fill('7');
      await click(at().page, 'Simulate');
      await at().look('prices');
      await click(at().page, 'Publish these prices');
      const dialog = at().page.getByRole('dialog');
      await dialog.getByLabel(`Type ${model} to confirm`).fill(model);
      await dialog.getByRole('button', { name: 'Publish these prices' }).click();
      await dialog.waitFor({ state: 'detached' });
      await row.getByText('7', { exact: true }).first().waitFor();
    },
    PAGE_MS,
  );

  test(
    'makes an alias, changes its order, disables it and deletes it',
    async () => {
      await go(at().page, 'Aliases');
      await at()
        .page.getByText('No aliases yet')
        .or(at().page.getByRole('region'))
        .first()
        .waitFor();
      await click(at().page, 'Create alias');
      const dialog = at().page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('console-fast');
      await dialog.getByRole('button', { name: 'Add model' }).click();
      await dialog.getByLabel('Model').selectOption({ label: at().demo.env.TOLLGATE_MODEL });
      await dialog.getByLabel('Retries').fill('1');
      await dialog.getByRole('button', { name: 'Create alias' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = at().page.getByRole('row').filter({ hasText: 'console-fast' });
      await row.getByText('Retries: 1.').waitFor();
      await at().look('aliases');
      await row.getByRole('button', { name: 'Show shared capabilities' }).click();
      await dialog.getByRole('cell', { name: 'max_tokens', exact: true }).waitFor();
      await at().look('alias-contract');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await choose(row, 'Disable');
      await at().page.getByText('Disable: console-fast: done').first().waitFor();
      await choose(row, 'Enable');
      await choose(row, 'Delete');
      await dialog.getByRole('textbox').fill('console-fast');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
    },
    PAGE_MS,
  );

  test(
    'analyses calls by each of their sides, for what the address says',
    async () => {
      await go(at().page, 'Analytics');
      const models = at().page.getByRole('region', { name: 'By model' });
      await eventually(async () => {
        await at().page.reload();
        await heading(at().page, 'Analytics');
        await models.or(at().page.getByText('No calls found')).first().waitFor();
        return (await models.count()) > 0;
      });
      const owner = { name: at().demo.env.TOLLGATE_USER_EMAIL };
      for (const side of ['By user', 'By key']) {
        await click(at().page, side);
        const rows = at().page.getByRole('region', { name: side });
        await rows.getByRole('link', owner).first().waitFor();
      }
      await click(at().page, 'By model');
      const failed = models.getByRole('columnheader', { name: 'Failed' });
      expect(await failed.count()).toBe(0);
      await at().page.getByRole('checkbox', { name: 'Failed' }).check();
      await failed.waitFor();
      await at().page.waitForURL(/columns=/u);
      await at().page.reload();
      await failed.waitFor();
      await at().look('analytics');
      await at().page.getByRole('textbox', { name: 'Model' }).fill('nobody/nothing');
      await click(at().page, 'Apply');
      await at().page.waitForURL(/model=nobody/u);
      // A name that nobody has is a mistake, which the page names.
      await at().page.getByRole('alert').getByText('Model: is no model or alias').waitFor();
      const model = at().page.getByRole('textbox', { name: 'Model' });
      expect(await model.getAttribute('aria-invalid')).toBe('true');
      at().complaints.splice(0, at().complaints.length);
      await go(at().page, 'Analytics');
      await at().page.getByRole('textbox', { name: 'Status' }).fill('418');
      await click(at().page, 'Apply');
      await at().page.getByText('No calls found').waitFor();
      await go(at().page, 'Losses');
      await heading(at().page, 'Losses');
      await at().look('losses');
    },
    PAGE_MS,
  );

  test(
    'lists the transactions of all users, and what grants moved alone',
    async () => {
      await go(at().page, 'Credits');
      await heading(at().page, 'Credits');
      const table = at().page.getByRole('region', { name: 'Credits' });
      await table.getByRole('cell', { name: 'Spent', exact: true }).first().waitFor();
      await at().look('credits');
      const lists = /\/credit-transactions/u;
      await at().page.route(lists, async (one) => {
        const response = await one.fetch();
        const headers = { ...response.headers(), [HEADER.archived]: LEFT };
        await one.fulfill({ response, headers });
      });
      await at().page.getByLabel('Type').selectOption('grants');
      await at().page.waitForURL(/moved_by=grants/u);
      await table
        .getByRole('cell', { name: 'Spent', exact: true })
        .first()
        .waitFor({ state: 'detached' });
      const owner = table.getByRole('link', { name: at().demo.env.TOLLGATE_USER_EMAIL }).first();
      await at()
        .page.getByText(/^Before .*2021.* only grants, revocations and expiries/u)
        .waitFor();
      await owner.click();
      await at().page.waitForURL(/users\/usr_/u);
      await at()
        .page.getByText(/^Everything before .*2021.* is in the archive/u)
        .waitFor();
      await at().page.unroute(lists);
      await go(at().page, 'Users');
      await heading(at().page, 'Users');
    },
    PAGE_MS,
  );

  test(
    'simulates an uplift of a user and sets it',
    async () => {
      await go(at().page, 'Users');
      await at().page.getByRole('link', { name: at().demo.env.TOLLGATE_USER_EMAIL }).click();
      await at().page.getByLabel('Uplift in percent').fill('1.234');
      await at().page.getByText('at most two decimals').waitFor();
      await at().page.getByLabel('Uplift in percent').fill('12.5');
      await click(at().page, 'Simulate');
      await at().page.getByText('After', { exact: true }).first().waitFor();
      await click(at().page, 'Set uplift');
      await at().page.getByText('Currently 12.5 %').waitFor();
    },
    PAGE_MS,
  );
}
