import { watchedPage } from '../support/browser-page.ts';
import type { WatchedPage } from '../support/browser-page.ts';
import { choose, click, go, heading, lookAt, signIn } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGES_MS = 180_000;
const PASSWORD = 'a long enough password 7';
const FORBIDDEN = 403;

/** What no page shows to somebody who only reads. */
const CHANGES = [
  'Create user',
  'Grant credit',
  'Revoke',
  'Create password link',
  'Suspend',
  'Resume',
  'Add credential',
  'Test',
  'Sync models',
  'Replace secret',
  'Delete',
  'Approve',
  'Set prices',
  'Disable',
  'Enable',
  'Simulate prices',
  'Create alias',
  'Change',
  'Edit',
  'Edit user',
  'Create key',
  'End',
  'Retry',
  'Preview',
  'Add webhook',
  'Add administrator',
  'Remove',
];

/** What administrators see who may not do everything. */
export function rolePages(at: () => ConsoleUnderTest): void {
  /** A browser of its own in which somebody of a role is signed in. */
  const signedInAs = async (role: string): Promise<WatchedPage> => {
    const { demo, browser, base } = at();
    const email = `${role}@console.example`;
    const made = await demo.platform('POST', '/administrators', {
      email,
      password: PASSWORD,
      role,
    });
    expect(made.status).toBe(201);
    const watched = await watchedPage(browser, new URL(base).origin);
    await watched.page.goto(base);
    await signIn(watched.page, email, PASSWORD);
    await watched.page.getByText(`${email} (${role})`).waitFor();
    // The answer that told the console that nobody was signed in.
    watched.complaints.splice(0);
    return watched;
  };

  test(
    'a viewer reads every page and meets no button that would be refused',
    async () => {
      const { page, complaints } = await signedInAs('viewer');
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === FORBIDDEN) refused.push(answer.url());
      });
      const menu = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
      // A number beside a page counts what needs attention.
      const labels = (await menu.allTextContents()).map((text) => text.replace(/\d+$/u, ''));
      expect(labels.length).toBeGreaterThan(10);
      for (const label of labels) {
        await menu.filter({ hasText: label }).first().click();
        await page.getByRole('heading', { level: 1, name: label }).waitFor();
        await page.waitForLoadState('networkidle');
        await assertNoChanges(page);
      }
      await go(page, 'Users');
      await page.getByText('Only for the role owner or operator.').waitFor();
      await go(page, at().demo.env.TOLLGATE_USER_EMAIL);
      await heading(page, 'Transactions');
      await assertNoChanges(page);
      await page.getByText('Only for the role owner or finance.').waitFor();
      await lookAt(page, 'platform-user-viewer');
      expect([refused, complaints]).toEqual([[], []]);
      await page.context().close();
    },
    PAGES_MS,
  );

  test(
    'finance grants credit, and neither suspends users nor enters credentials',
    async () => {
      const { page, complaints } = await signedInAs('finance');
      await go(page, 'Users');
      await go(page, at().demo.env.TOLLGATE_USER_EMAIL);
      await click(page, 'Grant credit');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount in credits').fill('0.25');
      await dialog.getByLabel('Reason').fill('by finance');
      await dialog.getByRole('button', { name: 'Grant credit' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('region', { name: 'Grants' }).getByText('by finance').waitFor();
      const { TOLLGATE_MODEL: model } = at().demo.env;
      await page.getByRole('button', { name: `Set model uplift: ${model}` }).click();
      await dialog.getByLabel('Uplift in percent').fill('12.5');
      await dialog.getByRole('button', { name: 'Set model uplift' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('12.5 % of the model').waitFor();
      await lookAt(page, 'platform-user-finance');
      await choose(page.getByRole('row').filter({ hasText: model }), 'Use account uplift');
      await page.getByText('12.5 % of the model').waitFor({ state: 'detached' });
      for (const name of ['Suspend', 'Create password link', 'Delete']) {
        expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([
          name,
          0,
        ]);
      }
      await go(page, 'Providers');
      await page.getByText('Only for the role owner or operator.').waitFor();
      await go(page, 'Prices');
      await page.getByRole('button', { name: 'Simulate prices' }).first().waitFor();
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    PAGES_MS,
  );

  const assertNoChanges = async (page: WatchedPage['page']): Promise<void> => {
    const main = page.getByRole('main');
    const menus = await main.getByRole('button', { name: /^More actions/u }).all();
    const inMenus = await Promise.all(menus.map((menu) => menu.getAttribute('title')));
    const shown = [
      ...(await main.getByRole('button').allTextContents()),
      ...inMenus.flatMap((names) => names?.split(', ') ?? []),
    ];
    const where = new URL(page.url()).pathname;
    expect([where, shown.filter((name) => CHANGES.includes(name))]).toEqual([where, []]);
  };
}
