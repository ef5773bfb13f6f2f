import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 180_000;

/** Has the palette opened by keyboard, on every page, and lead to what was typed. */
export function palettePages(at: () => ConsoleUnderTest, thing: () => [string, RegExp]): void {
  test(
    'the palette finds pages, things with a name and the documentation, by keyboard alone',
    async () => {
      const { page, base } = at();
      await page.goto(base);
      await page.getByRole('navigation').getByRole('link', { name: 'Models' }).waitFor();
      await page.keyboard.press('Control+k');
      const box = page.getByRole('dialog').getByRole('combobox');
      await box.fill('webh');
      await page.getByRole('option', { name: 'Webhooks' }).first().waitFor();
      await at().look('palette');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/webhooks/u);
      const [typed, address] = thing();
      await page.keyboard.press('Control+k');
      await box.fill(typed);
      await page.getByRole('option', { name: typed }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(address);
      await page.keyboard.press('Control+k');
      await box.fill('quick start');
      await page
        .getByRole('option', { name: /Quick start/u })
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/docs\/quick-start/u);
      await page.goto(base);
      await page.getByRole('navigation').getByRole('link', { name: 'Models' }).waitFor();
    },
    PAGE_MS,
  );
}
