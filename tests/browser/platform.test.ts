import type { Locator } from 'playwright-core';
import { chromiumIfAny } from '../support/browser.ts';
import { aConsole, choose } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';
import { eventually } from '../support/eventually.ts';
import { healthPages } from './health-pages.ts';
import { jobsPages } from './jobs-pages.ts';
import { administrationPages } from './administration-pages.ts';
import { invoicePages } from './invoice-pages.ts';
import { chartPages } from './chart-pages.ts';
import { salesPages } from './sales-pages.ts';
import { credentialPages } from './credential-pages.ts';
import { palettePages } from './palette-pages.ts';
import { modelPages } from './model-pages.ts';
import { providerPages } from './provider-pages.ts';
import { rolePages } from './role-pages.ts';
import { userPages } from './user-pages.ts';
import { vectorStorePages } from './vector-store-pages.ts';
import { webhooksPages } from './webhooks-pages.ts';
import { longWork } from './downloads-pages.ts';

const START_MS = 300_000;
const PAGE_MS = 120_000;
const CLAUDE = 'anthropic/claude-sonnet-4-5';
const program = await chromiumIfAny();
// Without a browser the list of skipped tests says so.
const inBrowser = program === undefined ? describe.skip : describe;

inBrowser('the administrators’ console in Chromium', () => {
  let at: ConsoleUnderTest;
  beforeAll(async () => {
    if (program !== undefined) at = await aConsole(program, 'platform');
  }, START_MS);
  afterAll(() => at?.drop(), START_MS);
  afterEach(() => expect(at?.complaints).toEqual([]));

  const click = (name: string): Promise<void> =>
    at.page.getByRole('button', { name, exact: true }).first().click();
  const go = (name: string): Promise<void> => at.page.getByRole('link', { name }).first().click();
  const heading = (name: string): Promise<void> =>
    at.page.getByRole('heading', { name }).first().waitFor();

  /** Disables the only model of an alias. */
  const disablesModel = async (model: Locator, change: Locator): Promise<void> => {
    const of = `/models?public_id=${encodeURIComponent(CLAUDE)}`;
    const { body: found } = await at.demo.platform<{ id: string }[]>('GET', of);
    const targets = [{ model_id: found[0]?.id }];
    const alias = { name: 'only-claude', targets };
    const { body: made } = await at.demo.platform<{ id: string }>('POST', '/aliases', alias);
    await choose(model, 'Disable');
    await change.getByText('only-claude').waitFor();
    await change.getByText('no target left').waitFor();
    await change.getByText('In the last 30 days: 0 requests').waitFor();
    await at.look('model-difference');
    await at.page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await model.getByText('disabled', { exact: true }).waitFor();
    await at.demo.platform('DELETE', `/aliases/${made.id}`);
  };

  test(
    'shows how the service stands, for as many days as the address says',
    async () => {
      await heading('Overview');
      await heading('Needs attention');
      await at.page.getByLabel('Days').selectOption('7');
      await at.page.waitForURL(/days=7/u);
      await at.page.getByText('The last 7 days').waitFor();
      await at.page.getByText('No requests yet').waitFor();
      await at.page.getByText('Margin').waitFor();
      await at.page.getByText('Oldest open hold').waitFor();
      await at.look('overview');
    },
    PAGE_MS,
  );

  test(
    'creates a user, grants credit once and takes it back',
    async () => {
      await go('Users');
      await at.page.getByRole('link', { name: at.demo.env.TOLLGATE_USER_EMAIL }).waitFor();
      await at.look('users');
      await click('Create user');
      const dialog = at.page.getByRole('dialog');
      const email = `<b>new</b>@console.example`;
      await dialog.getByLabel('Email').fill('x');
      await dialog.getByLabel('Email').fill('new@console.example');
      await dialog.getByLabel('Name').fill(email);
      await dialog.getByLabel('Initial password').fill('short');
      await dialog.getByRole('button', { name: 'Create user' }).click();
      // An error tells which field, and nothing that was entered is lost.
      await dialog.getByRole('alert').getByText('password').waitFor();
      at.complaints.splice(0, at.complaints.length);
      await dialog.getByLabel('Initial password').fill('a long enough password 7');
      await dialog.getByRole('button', { name: 'Create user' }).click();
      await heading('new@console.example');
      await at.page.getByText(email).waitFor();
      await at.page.getByText('No credit yet').waitFor();
      await at.look('user-empty');
      await click('Create password link');
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await dialog.getByText('/console/welcome#').waitFor();
      await at.look('user-link');
      await dialog.getByRole('button', { name: 'I have sent it' }).click();
      await dialog.waitFor({ state: 'detached' });
      await click('Grant credit');
      await dialog.getByLabel('Amount in credits').fill('12.5');
      await dialog.getByLabel('Reason').fill('welcome');
      await dialog.getByRole('button', { name: 'Grant credit' }).dblclick();
      await dialog.waitFor({ state: 'detached' });
      const grants = at.page.getByRole('region', { name: 'Grants' });
      await grants.getByText('welcome').waitFor();
      expect(await grants.getByRole('row').count()).toBe(2);
      await at.look('user');
      await grants.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByLabel('Type 12.500000000 to confirm').fill('12.500000000');
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await dialog.waitFor({ state: 'detached' });
      await at.page.getByRole('region', { name: 'Transactions' }).getByText('Revocation').waitFor();
      expect(await grants.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    },
    PAGE_MS,
  );

  test(
    'suspends a user after the name was typed, and a search leads back there',
    async () => {
      await click('Suspend');
      const dialog = at.page.getByRole('dialog');
      const sure = dialog.getByRole('button', { name: 'Suspend' });
      expect(await sure.isDisabled()).toBe(true);
      await dialog.getByRole('textbox').fill('new@console.example');
      await sure.click();
      await click('Resume');
      await at.page.getByRole('button', { name: 'Suspend' }).waitFor();
      await go('All users');
      await at.page.getByLabel('Email, name or ID').fill('nobody-at-all');
      await at.page.keyboard.press('Enter');
      await at.page.waitForURL(/search=nobody-at-all/u);
      await at.page.getByText('No users found').waitFor();
    },
    PAGE_MS,
  );

  test(
    'adds a provider, tests it, and approves, prices and disables a model',
    async () => {
      await go('Providers');
      const dialog = at.page.getByRole('dialog');
      await click('Add credential');
      await dialog.getByLabel('Family').selectOption('anthropic');
      await dialog.getByLabel('Name').fill('The first');
      await dialog.getByLabel('Address').fill(at.demo.stack.urls['provider'] ?? '');
      await dialog.getByLabel('API key').fill('anthropic-key');
      expect(await dialog.getByLabel('API key').getAttribute('type')).toBe('password');
      await dialog.getByRole('button', { name: 'Add credential' }).click();
      await dialog.waitFor({ state: 'detached' });
      const row = at.page.getByRole('row').filter({ hasText: 'The first' });
      await row.getByRole('button', { name: 'Test' }).click();
      await row.getByText('passed').waitFor();
      await choose(row, 'Sync models');
      await row.getByText('new models').waitFor();
      await at.look('providers');
      await go('Models');
      await at.page.getByLabel('State').selectOption('discovered');
      await at.page.waitForURL(/state=discovered/u);
      const other = at.page.getByRole('row').filter({ hasNotText: CLAUDE });
      await choose(other, 'Reject');
      await dialog.getByText('No alias uses this model.').waitFor();
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await dialog.waitFor({ state: 'detached' });
      await at.page.getByLabel('State').selectOption('rejected');
      await at.page.getByRole('cell', { name: 'rejected', exact: true }).first().waitFor();
      await at.page.getByLabel('State').selectOption('discovered');
      const model = at.page.getByRole('row').filter({ hasText: CLAUDE });
      await model.getByRole('button', { name: 'Approve' }).click();
      const change = dialog.getByRole('region', { name: 'What this changes' });
      await change.getByText('not approved').waitFor();
      await change.getByText('no price').waitFor();
      await dialog.getByLabel('Total time (seconds)').fill('0');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await dialog.locator('input[name=total_seconds][aria-invalid=true]').waitFor();
      expect(at.complaints.splice(0)).toEqual([expect.stringContaining('422')]);
      await dialog.getByLabel('Total time (seconds)').fill('600');
      await dialog.getByRole('button', { name: 'Approve' }).click();
      // Prices are asked for at once, and may be left for later.
      await dialog.getByRole('heading', { name: `Set prices: ${CLAUDE}` }).waitFor();
      await at.look('model-prices');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await at.page.getByLabel('State').selectOption('approved');
      await model.getByText('no price').waitFor();
      await model.getByText('Total 600 s', { exact: true }).waitFor();
      await choose(model, 'Contract');
      await dialog.getByRole('cell', { name: 'reasoning_effort', exact: true }).waitFor();
      await at.look('model-contract');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await model.getByRole('button', { name: 'Set prices' }).click();
      for (const field of await dialog.locator('input[name^=prices][required]').all()) {
        await field.fill('2.5');
      }
      await dialog.locator('[name="prices.image"]').fill('0.001');
      await dialog.getByRole('button', { name: 'Add prices of long prompts' }).click();
      await dialog.getByLabel('Above so many input tokens').fill('200000');
      await dialog.locator('[name="long_context.0.prices.input"]').fill('5');
      await dialog.getByRole('button', { name: 'Set prices' }).click();
      await dialog.waitFor({ state: 'detached' });
      await model.getByText('yes', { exact: true }).waitFor();
      // Whoever changes one price keeps the fees and the prices of long prompts.
      await model.getByRole('button', { name: 'Set prices' }).click();
      await dialog.locator('[name="prices.output"]').fill('3');
      await at.look('model-prices-long');
      await dialog.getByRole('button', { name: 'Set prices' }).click();
      await dialog.waitFor({ state: 'detached' });
      const query = `/models?public_id=${encodeURIComponent(CLAUDE)}`;
      const priced = await at.demo.platform<{ price: object }[]>('GET', query);
      expect(priced.body[0]?.price).toMatchObject({
        prices: { input: '2.5', output: '3', image: '0.001' },
        long_context: [{ above_input_tokens: 200_000, prices: { input: '5' } }],
      });
      await at.look('models');
      await disablesModel(model, change);
      await at.page.getByLabel('State').selectOption('discovered');
      const waiting = at.page.getByRole('row').filter({ hasText: 'anthropic/' });
      const left = await waiting.count();
      await choose(waiting.first(), 'Reject');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await eventually(async () => (await waiting.count()) === left - 1);
      await at.page.getByLabel('State').selectOption('rejected');
      await waiting.first().getByRole('button', { name: 'Approve' }).waitFor();
    },
    PAGE_MS,
  );

  test(
    'finds a call of a user, whose receipt adds up and whose hold is closed',
    async () => {
      const asked = {
        model: at.demo.env.TOLLGATE_MODEL,
        messages: [{ role: 'user', content: 'x' }],
      };
      expect((await at.demo.v1('/chat/completions', asked)).status).toBe(200);
      await go('Requests');
      await at.page.getByLabel('Status').fill('200');
      await click('Apply');
      await at.page.waitForURL(/status=/u);
      const rows = at.page.getByRole('region', { name: 'Requests' });
      await eventually(async () => {
        await at.page.reload();
        await at.page.getByRole('heading', { name: 'Requests' }).waitFor();
        return (await rows.getByText('200 served').count()) > 0;
      });
      await at.look('requests');
      const email = at.demo.env.TOLLGATE_USER_EMAIL;
      await at.page.getByLabel('User (email or ID)').fill(email);
      await click('Apply');
      await at.page.waitForURL(/organization_id=/u);
      await rows.getByRole('link', { name: email }).first().waitFor();
      await rows.getByRole('link').first().click();
      await at.page.getByText('The items add up to the amount spent.').waitFor();
      await at.page.getByRole('link', { name: email }).waitFor();
      const holds = at.page.getByRole('region', { name: 'Holds' });
      expect(await holds.getByRole('row').count()).toBe(2);
      await at.look('request');
      await go('All requests');
      await at.page.getByLabel('Status').fill('418');
      await click('Apply');
      await at.page.getByText('No requests found').waitFor();
    },
    PAGE_MS,
  );

  chartPages(() => at, {
    path: '/analytics',
    title: 'Analytics',
    empty: 'No calls found',
  });
  modelPages(() => at);

  salesPages(() => at);
  administrationPages(() => at);
  invoicePages(() => at);
  webhooksPages(() => at, 'spool.alarm');
  rolePages(() => at);
  credentialPages(() => at);
  vectorStorePages(() => at);
  longWork(() => at);

  test(
    'shows the trail by what the address says, and verifies the chain and the ledger',
    async () => {
      await go('Audit');
      await at.page.getByLabel('Action', { exact: true }).fill('credit_grant.create');
      await click('Apply');
      await at.page.waitForURL(/action=credit_grant.create/u);
      const events = at.page.getByRole('region', { name: 'Audit' });
      await events.getByText('welcome', { exact: true }).waitFor();
      expect(await events.getByText('credit_grant.revoke').count()).toBe(0);
      const email = at.demo.env.TOLLGATE_USER_EMAIL;
      await at.page.getByLabel('User (email or ID)').fill(email);
      await click('Apply');
      await at.page.waitForURL(/user_id=/u);
      await events.getByRole('link', { name: email }).first().waitFor();
      await click('Verify: Audit chain');
      await at.page.getByText('The audit chain is intact').waitFor();
      await click('Verify: Ledger');
      await at.page.getByText('The ledger is consistent').waitFor();
      await at.look('audit');
      await at.page.getByLabel('Action', { exact: true }).fill('model.approve');
      await click('Apply');
      await at.page.getByText('No events found').waitFor();
    },
    PAGE_MS,
  );

  test(
    'administrators try their routes with the session of the console',
    async () => {
      const { page } = at;
      await page.goto(new URL('/api/docs/platform-provider-families', at.base).href);
      await page.getByText('Try it', { exact: true }).first().click();
      await page.getByRole('button', { name: 'Send' }).first().click();
      await page.locator('.result').getByText('anthropic').first().waitFor();
      await at.look('reference');
    },
    PAGE_MS,
  );

  palettePages(
    () => at,
    () => [at.demo.env.TOLLGATE_USER_EMAIL, /users\/usr_/u],
  );
  jobsPages(() => at);
  healthPages(() => at);
  userPages(() => at);
  providerPages(() => at);
});
