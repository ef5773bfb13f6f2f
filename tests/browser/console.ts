import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { aReceiver } from '../api/webhooks/support/receiver.ts';
import type { Receiver } from '../api/webhooks/support/receiver.ts';
import { startBrowser } from '../support/browser.ts';
import { axeFaults, watchedPage } from '../support/browser-page.ts';
import type { WatchedPage } from '../support/browser-page.ts';
import type { DebianProgram } from '../support/debian-program.ts';
import { aDemo } from '../support/demo.ts';
import type { Demo } from '../support/demo.ts';
import { PICTURES } from './pictures.ts';

/** What a phone, a small and a usual laptop, and a large screen have room for. */
const WIDTHS = [390, 1_024, 1_280, 1_920];
const THEMES = ['light', 'dark'] as const;
const HEIGHT = 900;
const WAIT_MS = 15_000;
/** The page of a whole reference is tens of thousands of pixels high. */
const PICTURE_MS = 60_000;
/** Nothing may be wider than these. */
const NARROW = [
  { width: 360, height: 740 },
  { width: 1_024, height: 740 },
];
/**
 * Asked in the browser: what of a page is wider than the place for it, the page itself or a table
 * of a console.
 */
const SIDEWAYS = `(() => {
  const page = document.documentElement;
  const regions = [...document.querySelectorAll('[role=region]:has(> table)')];
  const widened = [];
  for (const one of document.querySelectorAll('td time > span:only-child, td .tabular-nums[title]')) {
    const text = one.firstChild;
    const widest = one.tagName === 'SPAN' && one.hasAttribute('title') ? '0.000123456' : '59 min ago';
    if (text?.nodeType !== Node.TEXT_NODE || text.data.length >= widest.length) continue;
    widened.push([text, text.data]);
    text.data = widest;
  }
  const cut = [page, ...regions]
    .filter((one) => one.scrollWidth > one.clientWidth)
    .map((one) => one.getAttribute('aria-label') ?? 'the page');
  for (const [text, before] of widened) text.data = before;
  return cut;
})()`;

/** Variables by which webhooks may go to receivers of this machine. */
const RECEIVERS = ['ALLOWED_PRIVATE_USER_WEBHOOKS', 'ALLOWED_PRIVATE_WEBHOOKS'];

/** A stack with the demo, and a browser in front of a console. */
export interface ConsoleUnderTest extends WatchedPage {
  demo: Demo;
  browser: Browser;
  /** The first page of the console. */
  base: string;
  /** Checks the page as it stands by axe, and leaves pictures of it where these are wanted. */
  look(name: string): Promise<void>;
  /** Somebody who is told by webhooks. */
  receiver: Receiver;
  drop(): Promise<void>;
}

/** Starts both, signed in through the form. */
export async function aConsole(
  program: DebianProgram,
  which: 'users' | 'platform',
): Promise<ConsoleUnderTest> {
  const receiver = await aReceiver();
  const env = Object.fromEntries(RECEIVERS.map((name) => [name, receiver.address]));
  const demo = await aDemo({ pages: true, env });
  const browser = await startBrowser(program);
  const { stack } = demo;
  const isUsers = which === 'users';
  const origin = (isUsers ? stack.urls['public'] : stack.urls['internal']) ?? '';
  const base = `${origin}${isUsers ? '/console' : '/console/platform'}`;
  const watched = await watchedPage(browser, origin);
  const { page } = watched;
  const drop = async (): Promise<void> => {
    await browser.close();
    await demo.stack.drop();
    await receiver.close();
  };
  const [email, password] = isUsers
    ? [demo.env.TOLLGATE_USER_EMAIL, demo.env.TOLLGATE_USER_PASSWORD]
    : [demo.env.TOLLGATE_ADMIN_EMAIL, demo.env.TOLLGATE_ADMIN_PASSWORD];
  page.setDefaultTimeout(WAIT_MS);
  try {
    await page.goto(base);
    await signIn(page, email, password);
    await page.getByRole('navigation').waitFor();
  } catch (error) {
    const text = await page.content();
    await drop();
    const reported = [String(error), ...watched.complaints, text];
    throw new Error(reported.join('\n'), { cause: error });
  }
  // The answer that told the console that nobody was signed in.
  watched.complaints.splice(0, watched.complaints.length);
  return {
    ...watched,
    demo,
    browser,
    base,
    receiver,
    look: (name) => lookAt(page, `${which}-${name}`),
    drop,
  };
}

/** Presses the first button of this name. */
export const click = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Chooses from the menu of a row what is not its button. */
export async function choose(row: Locator, name: string): Promise<void> {
  await row
    .getByRole('button', { name: /^More actions/u })
    .first()
    .click();
  await row.page().getByRole('menuitem', { name, exact: true }).click();
}

/** Follows the first link of this name. */
export const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('link', { name }).first().click();

/** Waits for a heading. */
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name }).first().waitFor();

/** Fills in and sends the form that asks who the reader is. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Checks a page as it stands by axe, and leaves pictures of it where these are wanted. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const colorScheme of themesOf(name)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const fault of await axeFaults(page)) faults.push(`${name} ${colorScheme}: ${fault}`);
    if (process.env['TOLLGATE_PICTURES'] !== '1') continue;
    await mkdir(PICTURES, { recursive: true });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const path = join(PICTURES, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true, timeout: PICTURE_MS });
    }
    if (before !== null) await page.setViewportSize(before);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  expect(faults).toEqual([]);
  const cut: string[] = [];
  for (const size of NARROW) {
    await page.setViewportSize(size);
    for (const what of await page.evaluate<string[]>(SIDEWAYS))
      cut.push(`${what} at ${size.width}`);
  }
  if (before !== null) await page.setViewportSize(before);
  expect([name, cut]).toEqual([name, []]);
}

/**
 * Both themes where Chromium was asked for; else one by the page's name, so that `make test` sees
 * both.
 */
function themesOf(name: string): readonly ('light' | 'dark')[] {
  if (process.env['TOLLGATE_BROWSER'] === 'needed') return THEMES;
  return [name.length % 2 === 0 ? 'light' : 'dark'];
}
