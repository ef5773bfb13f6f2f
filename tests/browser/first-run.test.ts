import { createApi } from '@tollgate/deploy/seed/api';
import type { Api } from '@tollgate/deploy/seed/api';
import { awaitDemoModel, seedDemoProvider } from '@tollgate/deploy/seed/providers';
import type { Browser } from 'playwright-core';
import { chromiumIfAny, startBrowser } from '../support/browser.ts';
import { watchedPage } from '../support/browser-page.ts';
import type { WatchedPage } from '../support/browser-page.ts';
import { aStack } from '../support/stack.ts';
import type { TestStack } from '../support/stack.ts';
import { click, heading, lookAt, signIn } from './console.ts';

const START_MS = 300_000;
const JOURNEY_MS = 180_000;
const WAIT_MS = 30_000;
const OWNER = { email: 'owner@example.com', password: 'a long password' };
const USER = { email: 'user@example.com', password: 'another long password' };
const program = await chromiumIfAny();
// Without a browser the list of skipped tests says so.
const inBrowser = program === undefined ? describe.skip : describe;

inBrowser('the first run in Chromium', () => {
  let stack: TestStack;
  let browser: Browser;
  let watched: WatchedPage;
  let platform: Api;
  beforeAll(async () => {
    if (program === undefined) return;
    stack = await aStack({ withDemoProvider: true, timerScale: 0.2, pages: true, isEmpty: true });
    browser = await startBrowser(program);
    watched = await watchedPage(browser, stack.urls['internal'] ?? '');
    watched.page.setDefaultTimeout(WAIT_MS);
  }, START_MS);
  afterAll(async () => {
    await browser?.close();
    await stack?.drop();
  }, START_MS);

  /** Whether a step of the list on Overview is done. */
  const step = (title: string, state: 'done' | 'to do'): Promise<void> =>
    watched.page.getByRole('listitem').filter({ hasText: title }).getByText(state).waitFor();

  test(
    'an installation without an administrator asks for the set-up token, and takes the right one once',
    async () => {
      const { page } = watched;
      await page.goto(`${stack.urls['internal']}/console/platform`);
      await heading(page, 'Set up Tollgate');
      await lookAt(page, 'platform-setup');
      await page.getByLabel('Email').fill(OWNER.email);
      await page.getByLabel('Password').fill(OWNER.password);
      await page.getByLabel('Set-up token').fill('not the token at all');
      await click(page, 'Create administrator');
      await page.getByRole('alert').getByText('The set-up token is wrong').waitFor();
      await page.getByLabel('Set-up token').fill(stack.keys.platformSetupToken);
      await click(page, 'Create administrator');
      await heading(page, 'Overview');
      await page.getByText(`${OWNER.email} (owner)`).waitFor();
      const other = await watchedPage(browser, stack.urls['internal'] ?? '');
      await other.page.goto(`${stack.urls['internal']}/console/platform`);
      await other.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
      expect(await other.page.getByLabel('Set-up token').count()).toBe(0);
      await other.context.close();
      // Twice that nobody was signed in, and the wrong token.
      expect(watched.complaints.splice(0).every((one) => /40[13]/u.test(one))).toBe(true);
    },
    JOURNEY_MS,
  );

  test(
    'the steps tick themselves up to the first call, and then leave the page',
    async () => {
      const { page } = watched;
      await heading(page, 'First steps');
      await step('Add the credential of a provider', 'to do');
      await lookAt(page, 'platform-first-steps');
      const open = createApi(stack.urls['internal'] ?? '');
      const body = OWNER;
      const session = await open.send<{ access_token: string }>(
        'POST',
        '/api/platform/auth/login',
        { body },
      );
      platform = open.as(session.access_token);
      await seedDemoProvider(platform, stack.urls['provider'] ?? '');
      await step('Approve and price a model', 'done');
      const user = await platform.send<{ id: string }>('POST', '/api/platform/users', {
        body: USER,
      });
      await step('Create a user', 'done');
      const of = `/api/platform/users/${user.id}`;
      const key = await platform.send<{ secret: string }>('POST', `${of}/keys`, {
        body: { name: 'first' },
      });
      await step('Create a live key', 'done');
      await step('Grant credit', 'to do');
      await seesNoCredit();
      await platform.send('POST', `${of}/credit-grants`, { body: { amount: '5' } });
      await step('Grant credit', 'done');
      const caller = createApi(stack.urls['public'] ?? '').as(key.secret);
      const model = await awaitDemoModel(caller);
      const messages = [{ role: 'user', content: 'Hello' }];
      await caller.send('POST', '/v1/chat/completions', { body: { model, messages } });
      await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
      expect(watched.complaints).toEqual([]);
    },
    JOURNEY_MS,
  );

  /** A customer whose wallet is empty is shown what to do. */
  const seesNoCredit = async (): Promise<void> => {
    const { page, context } = await watchedPage(browser, stack.urls['public'] ?? '');
    await page.goto(`${stack.urls['public']}/console`);
    await signIn(page, USER.email, USER.password);
    await page.getByText('No credit available').waitFor();
    await page.getByRole('link', { name: 'Create a free test key' }).waitFor();
    await lookAt(page, 'users-no-credit');
    await context.close();
  };
});
