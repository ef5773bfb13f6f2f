/**
 * `make guide-pictures`: walks the guide "Your first hour as an administrator" in Chromium, from a
 * stack without an administrator, and leaves a picture of each step beside the documentation.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApi } from '@tollgate/deploy/seed/api';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, chromiumIfAny } from '../support/browser.ts';
import { watchedPage } from '../support/browser-page.ts';
import { eventually } from '../support/eventually.ts';
import { aStack } from '../support/stack.ts';
import type { TestStack } from '../support/stack.ts';
import { ROOT } from '../tidy/source-files.ts';
import { choose, click, go, heading } from './console.ts';

const FOLDER = join(ROOT, 'services/docs/pictures');
/** From this width on the menu of the console stands beside its pages. */
const SIZE = { width: 1_280, height: 800 };
/** A picture is 1,024 pixels wide, as wide as the text of the documentation at most. */
const SCALE = 0.8;
/** Text stays sharp, and a picture stays below 60 kB. */
const QUALITY = 70;
const WAIT_MS = 30_000;
const OWNER = { email: 'owner@example.com', password: 'a long password' };
const CUSTOMER = { email: 'maria@customer.example', name: 'Maria Castro' };
const MODEL = 'anthropic/claude-haiku-4-5';
/** Credits for a million tokens, as the provider's list has them in dollars. */
const PRICES = { input: '1', cache_read: '0.1', cache_write: '1.25', output: '5' };
const AMOUNT = '25';

/**
 * Run in the browser: no field has the focus, no toast of an earlier step is shown, and no sign
 * that the fonts of a machine may lack.
 */
const AT_EASE = `document.activeElement?.blur();
for (const one of document.querySelectorAll('ol.fixed, [aria-hidden=true]')) {
  if (one.matches('ol') || one.textContent === '⧉') one.style.visibility = 'hidden';
}`;

/** Leaves a picture of the page as it stands. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(AT_EASE);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    clip: { x: 0, y: 0, ...SIZE, scale: SCALE },
  });
  await session.detach();
  const path = join(FOLDER, `first-hour-${name}.webp`);
  await writeFile(path, Buffer.from(data, 'base64'));
  process.stdout.write(`${path}\n`);
}

async function setUp(page: Page, token: string): Promise<void> {
  await heading(page, 'Set up Tollgate');
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await page.getByLabel('Set-up token').fill(token);
  await picture(page, 'setup');
  await click(page, 'Create administrator');
  await page.getByText('Add the credential of a provider').waitFor();
  await page.getByText('No requests yet').first().waitFor();
  await picture(page, 'steps');
}

async function addProvider(page: Page, address: string): Promise<void> {
  await go(page, 'Providers');
  await click(page, 'Add credential');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Family').selectOption('anthropic');
  await dialog.getByLabel('Name').fill('main');
  await dialog.getByLabel('API key').fill('anthropic-key');
  await picture(page, 'provider');
  await dialog.getByLabel('Address').fill(address);
  await dialog.getByRole('button', { name: 'Add credential' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'main' });
  await choose(row, 'Sync models');
  await row.getByText('new models').waitFor();
}

async function offerModel(page: Page): Promise<void> {
  await go(page, 'Models');
  const model = page.getByRole('row').filter({ hasText: MODEL });
  await model.getByRole('button', { name: 'Approve' }).waitFor();
  await picture(page, 'models');
  await model.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'What this changes' }).waitFor();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('heading', { name: `Set prices: ${MODEL}` }).waitFor();
  for (const field of await dialog.locator('input[name^="prices."][required]').all()) {
    const name = (await field.getAttribute('name'))?.slice('prices.'.length) ?? '';
    await field.fill(name in PRICES ? PRICES[name as keyof typeof PRICES] : PRICES.output);
  }
  await dialog.locator('[name="prices.output"]').scrollIntoViewIfNeeded();
  await picture(page, 'prices');
  await dialog.getByRole('button', { name: 'Set prices' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Creates a customer with credit. */
async function createCustomer(page: Page): Promise<void> {
  await go(page, 'Users');
  await click(page, 'Create user');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(CUSTOMER.email);
  await dialog.getByLabel('Name').fill(CUSTOMER.name);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await heading(page, CUSTOMER.email);
  await click(page, 'Grant credit');
  await dialog.getByLabel('Amount in credits').fill(AMOUNT);
  await dialog.getByLabel('Reason').fill('welcome');
  await dialog.getByRole('button', { name: 'Grant credit' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Grants' }).getByText('welcome').waitFor();
  await picture(page, 'user');
}

/** Makes the first call, with a key that the administrator creates, and shows its receipt. */
async function firstCall(page: Page, { urls }: TestStack): Promise<void> {
  const open = createApi(urls['internal'] ?? '');
  const { access_token: token } = await open.send<{ access_token: string }>(
    'POST',
    '/api/platform/auth/login',
    { body: OWNER },
  );
  const platform = open.as(token);
  const path = `/api/platform/users?search=${CUSTOMER.email}`;
  const [user] = await platform.send<{ id: string }[]>('GET', path);
  const key = await platform.send<{ secret: string }>(
    'POST',
    `/api/platform/users/${user?.id}/keys`,
    { body: { name: 'first' } },
  );
  const caller = createApi(urls['public'] ?? '').as(key.secret);
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = { model: MODEL, messages };
  await eventually(() =>
    caller.send('POST', '/v1/chat/completions', { body }).then(
      () => true,
      () => false,
    ),
  );
  await go(page, 'Requests');
  await page.getByRole('cell', { name: '200 served' }).waitFor();
  await page.getByRole('row').filter({ hasText: '200 served' }).getByRole('link').first().click();
  await page.getByText('The items add up to the amount spent.').waitFor();
  await picture(page, 'request');
}

async function walk(browser: Browser, stack: TestStack): Promise<void> {
  const base = stack.urls['internal'] ?? '';
  const options = {
    viewport: SIZE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  } as const;
  const { page } = await watchedPage(browser, base, options);
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(`${base}/console/platform`);
  await setUp(page, stack.keys.platformSetupToken);
  await addProvider(page, stack.urls['provider'] ?? '');
  await offerModel(page);
  await createCustomer(page);
  await firstCall(page, stack);
}

const program = await chromiumIfAny();
if (program === undefined) throw new Error('there is no Chromium');
await mkdir(FOLDER, { recursive: true });
const stack = await aStack({ withDemoProvider: true, timerScale: 0.2, pages: true, isEmpty: true });
const browser = await startBrowser(program);
try {
  await walk(browser, stack);
} finally {
  await browser.close();
  await stack.drop();
}
