import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A page that remembers what a browser complained of. */
export interface WatchedPage {
  context: BrowserContext;
  page: Page;
  /** Console errors, broken policies and thrown errors so far, and addresses that are not ours. */
  complaints: string[];
}

/** Opens a page whose complaints are kept. */
export async function watchedPage(
  browser: Browser,
  base: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    const isOurs = url.startsWith(`${base}/`) || url.startsWith(`blob:${base}/`);
    if (!isOurs && !url.startsWith('data:')) complaints.push(url);
  });
  return { context, page, complaints };
}

/**
 * Run in the browser: takes every transition to its end, so that no colour is judged on the way to
 * another.
 */
const AT_REST = `for (const one of document.getAnimations()) {
  if (one.effect?.getComputedTiming().endTime === Infinity) one.cancel();
  else one.finish();
}`;

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Breaches of WCAG 2.2 A and AA on the page as it stands, one line each. Pages without frames of
 * other origins are judged alike in the legacy mode, which opens no second page: half of the time.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AT_REST);
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] })
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}
