import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
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

const AXE: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  resultTypes: ['violations'],
};
/** Run in the browser, where only what is wrong is handed over. */
const RUN_AXE = `axe.run(document, ${JSON.stringify(AXE)}).then(({ violations }) => violations)`;
let axeSource: Promise<string> | undefined;

/**
 * The smaller form of axe once for each document: to read the larger one twice for each look, as
 * its driver of browsers does, takes a browser as long as the look itself.
 */
async function bringAxe(page: Page): Promise<void> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const source = await axeSource;
  for (const frame of page.frames()) {
    if (await frame.evaluate("typeof axe === 'undefined'")) await frame.evaluate(source);
  }
}

/**
 * Breaches of WCAG 2.2 A and AA on the page as it stands, one line each; frames of other origins
 * are left out.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AT_REST);
  await bringAxe(page);
  const violations = await page.evaluate<Result[]>(RUN_AXE);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
  );
}
