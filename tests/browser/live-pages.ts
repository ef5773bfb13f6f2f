import { eventually } from '../support/eventually.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGE_MS = 180_000;
/** More than two times as long as a page that is looked at waits between two looks. */
const HIDDEN_MS = 9_000;
const ANSWER_MS = 1_000;
const TITLE = 'Requests';

/** Has pages follow what happens elsewhere, while they are looked at. */
export function livePages(at: () => ConsoleUnderTest): void {
  const call = async (): Promise<void> => {
    const model = at().demo.env.TOLLGATE_MODEL;
    const messages = [{ role: 'user', content: 'Say hello.' }];
    expect((await at().demo.v1('/chat/completions', { model, messages })).status).toBe(200);
  };

  test(
    'the first call of a customer appears on Home by itself, and completes the checklist',
    async () => {
      const { page } = at();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await page.getByText('No requests yet').waitFor();
      await page.getByRole('heading', { name: 'Your first call' }).waitFor();
      await call();
      await page.getByRole('region', { name: TITLE }).getByText('200 served').waitFor();
      await page.getByText('You are ready.').waitFor();
      await at().look('home-used');
    },
    PAGE_MS,
  );

  test(
    'new calls wait above the list of requests, whose rows stay where they are',
    async () => {
      const { page } = at();
      const nav = page.getByRole('navigation').getByRole('link', { name: TITLE, exact: true });
      await nav.click();
      // Home has a region of this name as well.
      await page.getByRole('heading', { name: TITLE, level: 1, exact: true }).waitFor();
      const rows = page.getByRole('region', { name: TITLE }).getByRole('row');
      await rows.nth(1).waitFor();
      const before = await rows.count();
      await call();
      const show = page.getByRole('button', { name: 'Show 1 new' });
      await show.waitFor();
      expect(await rows.count()).toBe(before);
      await at().look('requests-new');
      await show.click();
      await eventually(async () => (await rows.count()) === before + 1);
      expect(await show.count()).toBe(0);
    },
    PAGE_MS,
  );

  test(
    'a page that nobody sees asks for nothing',
    async () => {
      const { page } = at();
      const turn = (state: 'hidden' | 'visible'): Promise<void> =>
        page.evaluate(`(() => {
          Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        })()`);
      await turn('hidden');
      // What was asked for before is answered first.
      await page.waitForTimeout(ANSWER_MS);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.waitForTimeout(HIDDEN_MS);
      expect(asked).toEqual([]);
      await turn('visible');
      await eventually(() => Promise.resolve(asked.some((url) => url.includes('/api/requests'))));
    },
    PAGE_MS,
  );
}
