import type { Page } from 'playwright-core';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 180_000;

/** The smallest picture that is one. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const scheme = (page: Page): Promise<string> =>
  page.evaluate<string>('document.documentElement.dataset.theme');

/**
 * The documentation as a reader goes through it, on the stack of a console, which is shown again at
 * the end.
 */
export function documentationTests(under: () => ConsoleUnderTest): void {
  const open = async (path: string): Promise<Page> => {
    const { page, base } = under();
    await page.goto(new URL(path, base).href);
    return page;
  };

  test(
    'the page at the root leads to console, guides and reference',
    async () => {
      const page = await open('/');
      await under().look('landing');
      await page.getByRole('link', { name: 'Quick start' }).click();
      await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor();
      const menu = page.getByRole('navigation', { name: 'Pages', exact: true });
      expect(await menu.locator('[aria-current=page]').innerText()).toBe('Quick start');
    },
    PAGE_MS,
  );

  test(
    'the language that a reader chooses holds on every page, and its sample is copied',
    async () => {
      const { context, base } = under();
      const { origin } = new URL(base);
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
      const page = await open('/docs/quick-start');
      const first = page.locator('.tabs').first();
      await first.getByRole('tab', { name: 'curl' }).focus();
      await page.keyboard.press('ArrowRight');
      const panel = first.getByRole('tabpanel');
      await panel.getByText('from openai import OpenAI').waitFor();
      await panel.getByRole('button', { name: 'Copy' }).first().click();
      await panel.getByText('Copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain('client = OpenAI(');
      expect(await page.locator('pre').first().innerText()).toContain(`${origin}/v1`);
      await under().look('guide');
      await open('/api/docs/account-me');
      const chosen = page.locator('.operation [role=tab][aria-selected=true]').first();
      expect(await chosen.innerText()).toBe('Python');
      await under().look('reference');
    },
    PAGE_MS,
  );

  test(
    'a word is searched and opened by keyboard alone',
    async () => {
      const page = await open('/docs');
      await page.keyboard.press('/');
      const field = page.getByRole('searchbox');
      await field.fill('insufficient_credit');
      await page
        .getByRole('status')
        .getByText(/result/)
        .waitFor();
      await under().look('search');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/errors#insufficient_credit$/);
      await page.keyboard.press('Control+k');
      await field.fill('quote video');
      await page.locator('.hits a[href^="/api/docs/inference#"]').first().waitFor();
      await page.keyboard.press('Escape');
    },
    PAGE_MS,
  );

  test(
    'a page that is not there helps to find the one that was meant',
    async () => {
      const page = await open('/docs/idempotency-keys');
      await page.locator('.likely a[href^="/docs/idempotency"]').first().waitFor();
      await under().look('missing');
      // The answer that told that there is no page.
      expect(under().complaints.splice(0).length).toBe(1);
    },
    PAGE_MS,
  );

  test(
    'on a phone the menu opens and closes',
    async () => {
      const page = await open('/docs/limits');
      const before = page.viewportSize();
      await page.setViewportSize({ width: 360, height: 740 });
      const menu = page.getByRole('navigation', { name: 'Pages', exact: true });
      await menu.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Menu' }).click();
      await menu.getByRole('link', { name: 'Streaming' }).waitFor();
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      if (before !== null) await page.setViewportSize(before);
    },
    PAGE_MS,
  );

  test(
    'a call is tried out with a key that is kept nowhere, and a stream is shown',
    async () => {
      const page = await open('/api/docs/inference');
      const key = under().demo.env.TOLLGATE_TEST_KEY;
      await page.getByLabel('Your key or access token').fill(key);
      const operation = page.locator('#postV1ChatCompletions');
      await operation.getByText('Try it').click();
      await operation.getByRole('button', { name: 'Send' }).click();
      const result = operation.locator('.result');
      await result.getByText('Echo: Say hello.').waitFor();
      await operation.locator('.told', { hasText: /^200 .*request req_/ }).waitFor();
      const body = operation.getByLabel('Body');
      const asked = JSON.parse(await body.inputValue()) as object;
      await body.fill(JSON.stringify({ ...asked, stream: true }));
      await operation.getByRole('button', { name: 'Send' }).click();
      await result.getByText('data: [DONE]').waitFor();
      const kept = await page.evaluate<string>(
        'JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }])',
      );
      expect(kept).not.toContain(key);
      await page.reload();
      expect(await page.getByLabel('Your key or access token').inputValue()).toBe('');
    },
    PAGE_MS,
  );

  test(
    'a video is asked for by a form with a picture as a file',
    async () => {
      const page = await open('/api/docs/inference');
      await page.getByLabel('Your key or access token').fill(under().demo.env.TOLLGATE_TEST_KEY);
      const operation = page.locator('#postV1Videos');
      await operation.getByText('Try it as a form').click();
      const form = operation.getByRole('form', { name: 'Try it as a form' });
      await form.getByLabel('model part', { exact: true }).fill('sandbox/film');
      await form.locator('textarea[name=prompt]').fill('A calm sea at dusk.');
      const picture = { name: 'sea.png', mimeType: 'image/png', buffer: PIXEL };
      await form.getByLabel('input_reference file').setInputFiles(picture);
      await form.getByRole('button', { name: 'Send' }).click();
      await form.locator('.told', { hasText: /^202 / }).waitFor();
      await form.locator('.result').getByText('"object": "video"').waitFor();
      await under().look('reference-form');
    },
    PAGE_MS,
  );

  test(
    'dark and light are chosen once for the documentation and the console',
    async () => {
      const page = await open('/docs/errors');
      const choose = (theme: string) => page.getByLabel('Colours').selectOption(theme);
      await choose('dark');
      expect(await scheme(page)).toBe('dark');
      await choose('system');
      expect(await scheme(page)).toBe('light');
      await choose('dark');
      // The next test goes on in the console.
      await page.goto(under().base);
      await page.getByRole('navigation').first().waitFor();
      expect(await scheme(page)).toBe('dark');
      await page.evaluate("localStorage.removeItem('tollgate-theme')");
      await page.reload();
      await page.getByRole('navigation').first().waitFor();
    },
    PAGE_MS,
  );
}
