import type { Page, Route } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import type { ConsoleUnderTest } from './console.ts';

const LONG = 10_000;
/** Markup that would run, an override of the direction of writing, and more than fits. */
const HOSTILE = `<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>"'\u202Eevil ${'W'.repeat(LONG)}`;
/** Fields that hold what users, callers and providers have written. */
const STORED = new Set([
  'name',
  'email',
  'user_email',
  'key_name',
  'user_agent',
  'address',
  'model',
  'model_requested',
  'alias',
  'error_code',
  'session_id',
  'request_id',
  'message',
]);

const TRUE_WIDTH = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** Places where such a text could turn the direction of what stands around it. */
const UNBOUND = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!node.data.includes('\\u202E')) continue;
    if (node.parentElement.closest('bdi, [dir], option, code, pre') === null) {
      found.push(node.parentElement.outerHTML.slice(0, 100));
    }
  }
  return found;
})()`;

/** A document with hostile text wherever somebody may have stored some. */
function hostileOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hostileOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      STORED.has(name) && typeof one === 'string' ? HOSTILE : hostileOf(one),
    ]),
  );
}

async function answerHostile(route: Route): Promise<void> {
  const response = await route.fetch();
  const type = response.headers()['content-type'] ?? '';
  const body = type.includes('json') ? { json: hostileOf(await response.json()) } : {};
  await route.fulfill({ response, ...body });
}

/** Opens pages whose answers are full of hostile text; tells what that did. */
export async function hostileFaults(
  { page, base }: ConsoleUnderTest,
  paths: readonly string[],
): Promise<string[]> {
  await page.route('**/api/**', answerHostile);
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(`${base}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await eventually(async () => (await page.getByText('Loading…').count()) === 0);
    faults.push(...(await faultsOf(page, path === '' ? '/' : path)));
  }
  // Pages go on asking while somebody looks; what is under way then is left alone.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  return faults;
}

/** Pages that have something stored to show, beside the menu. */
const TELLING = new Set(['/keys', '/requests', '/models', '/playground', '/account']);

async function faultsOf(page: Page, path: string): Promise<string[]> {
  const hurt = await page.evaluate<unknown>('window.hurt');
  const wider = await page.evaluate<number>(TRUE_WIDTH);
  const unbound = await page.evaluate<string[]>(UNBOUND);
  const shown = await page.locator('main').textContent();
  const isSilent = TELLING.has(path) && shown?.includes('\u202Eevil') !== true;
  return [
    ...(isSilent ? [`${path}: shows nothing of what is stored`] : []),
    ...(hurt === undefined ? [] : [`${path}: stored markup has run`]),
    ...(wider === 0 ? [] : [`${path}: ${wider} pixels wider than its window`]),
    ...unbound.map((where) => `${path}: ${where} may be turned around`),
  ];
}
