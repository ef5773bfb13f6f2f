import { chromiumIfAny } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { watchedPage } from '../support/browser-page.ts';
import { hostileFaults } from './hostile-pages.ts';
import { chartPages } from './chart-pages.ts';
import { aConsole, choose, lookAt, signIn } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';
import { filterPages } from './filter-pages.ts';
import { documentationTests } from './documentation.ts';
import { livePages } from './live-pages.ts';
import { palettePages } from './palette-pages.ts';
import { playgroundPages } from './playground-pages.ts';
import { videoTests } from './video.ts';
import { webhooksPages } from './webhooks-pages.ts';
import { videoPages } from './downloads-pages.ts';

const START_MS = 300_000;
const PAGE_MS = 180_000;
/** The smallest picture that is one. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** How long a provider takes for a call whose hold is looked at. */
const HELD_MS = 8_000;
const DAY_MS = 86_400_000;
/** Grants of one page of the card. */
const GRANTS_OF_A_PAGE = 10;
const SECRET = /^svc_live_\w+$/u;
const program = await chromiumIfAny();
// Without a browser the list of skipped tests says so.
const inBrowser = program === undefined ? describe.skip : describe;

const INVITED_PASSWORD = 'a password of my own';
/** Every page that shows what somebody has stored. */
const PAGES = [
  '',
  '/keys',
  '/requests',
  '/operations',
  '/usage',
  '/credits',
  '/models',
  '/playground',
  '/connect',
  '/account',
];

/** Markup, other directions of writing, and more than fits. */
const HOSTILE = `<img src=x onerror=alert(1)> "'\u202Eevil\u202C ${'W'.repeat(50)}`;

inBrowser('the users’ console in Chromium', () => {
  let at: ConsoleUnderTest;
  let secret = '';
  let model = '';
  beforeAll(async () => {
    if (program === undefined) return;
    at = await aConsole(program, 'users');
    model = at.demo.env.TOLLGATE_MODEL;
  }, START_MS);
  afterAll(() => at?.drop(), START_MS);
  afterEach(() => expect(at?.complaints).toEqual([]));

  const open = async (name: string): Promise<void> => {
    await at.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await at.page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  };
  const button = (name: string | RegExp, page = at.page) => page.getByRole('button', { name });

  test(
    'shows the balance and what is left to do',
    async () => {
      await at.page.getByRole('heading', { name: 'Home' }).waitFor();
      await at.page.getByText('Spent in the last 30 days').waitFor();
      await at.look('home');
    },
    PAGE_MS,
  );

  livePages(() => at);
  filterPages(() => at);

  test(
    'a key is created by keyboard alone, its secret shown this once, and called with',
    async () => {
      await open('Keys');
      const { page } = at;
      await button('Create key').focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Name', { exact: true }).fill('journey');
      await page.getByLabel('Credits per day').fill('5.5');
      await at.look('key-form');
      await page.getByLabel('Name', { exact: true }).press('Enter');
      await page.getByRole('heading', { name: 'Key created' }).waitFor();
      secret = (await page.locator('[data-dialog] pre').first().innerText()).trim();
      expect(secret).toMatch(SECRET);
      const curl = await page.locator('[data-dialog] pre').nth(1).innerText();
      expect(curl).toContain(`Bearer ${secret}`);
      await at.look('key-made');
      expect(page.url()).not.toContain(secret);
      const kept = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
      );
      expect(kept).not.toContain(secret);
      await button('I have stored it').click();
      await page.getByText('5.5 credits per day').waitFor();
      expect(await page.content()).not.toContain(secret);
      const body = { model, messages: [{ role: 'user', content: 'Say hello.' }] };
      const called = await at.demo.v1('/chat/completions', body, {
        authorization: `Bearer ${secret}`,
      });
      expect(called.status).toBe(200);
    },
    PAGE_MS,
  );

  test(
    'what is wrong with a field is told at its input, by the label that the reader sees',
    async () => {
      await open('Keys');
      const { page } = at;
      await button('Create key').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('refused');
      const credits = dialog.getByLabel('Credits per day');
      await credits.fill('0');
      await dialog.getByRole('button', { name: 'Create key' }).click();
      await dialog.getByRole('alert').getByText('Credits per day:').waitFor();
      expect(await dialog.getByRole('alert').innerText()).not.toContain('credits_per_day');
      expect(await credits.getAttribute('aria-invalid')).toBe('true');
      const note = await credits.getAttribute('aria-describedby');
      expect(await page.locator(`[id="${note}"]`).innerText()).not.toBe('');
      await at.look('key-refused');
      expect(at.complaints.splice(0).every((one) => one.includes('422'))).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    },
    PAGE_MS,
  );

  test(
    'the call is found, and its receipt adds up',
    async () => {
      const { page } = at;
      await eventually(async () => {
        await page.goto(`${at.base}/requests?model=${encodeURIComponent(model)}`);
        await page.getByRole('heading', { name: 'Requests' }).waitFor();
        return (await page.getByRole('table').count()) === 1;
      });
      await at.look('requests');
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByText('The items add up to the amount spent.').waitFor();
      await at.look('request');
      await page.goto(`${at.base}/requests?status=599`);
      await page.getByText('No requests found').waitFor();
      await at.look('requests-none');
    },
    PAGE_MS,
  );

  test(
    'a filter that means nothing is named in a sentence, without a code',
    async () => {
      await at.page.goto(`${at.base}/requests?model=no-such-model`);
      await at.page.getByRole('alert').waitFor();
      const reported = await at.page.getByRole('alert').innerText();
      expect(reported).toMatch(/^Model: is no model or alias of this service/u);
      expect(reported).not.toMatch(/validation|req_/u);
      await at.look('requests-refused');
      expect(at.complaints.splice(0).every((one) => one.includes('422'))).toBe(true);
    },
    PAGE_MS,
  );

  test(
    'an operation is found, waited for, and its answer read',
    async () => {
      await open('Operations');
      const { page } = at;
      await page.getByText('No operations found').waitFor();
      const body = { model, messages: [{ role: 'user', content: 'Later, please.' }] };
      const headers = { authorization: `Bearer ${secret}`, prefer: 'respond-async' };
      const accepted = await at.demo.v1('/chat/completions', body, headers);
      expect(accepted.status).toBe(202);
      await page.goto(`${at.base}/operations`);
      await page.getByRole('table').getByRole('link').first().waitFor();
      await at.look('operations');
      const kinds = page.getByRole('navigation', { name: 'Kind' });
      await kinds.getByRole('link', { name: 'Videos' }).click();
      await page.getByText('No videos found').waitFor();
      await at.look('videos-none');
      await kinds.getByRole('link', { name: 'Asynchronous calls' }).click();
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByText('200 completed').waitFor();
      await page.getByText('chat.completion').waitFor();
      await at.look('operation');
      await page.getByRole('link', { name: 'Request', exact: true }).click();
      await page.getByText('The items add up to the amount spent.').waitFor();
    },
    PAGE_MS,
  );

  test(
    'what is held is shown hold by hold, and every transaction leads to its request',
    async () => {
      const { page } = at;
      const content = `Slowly, please. [[provider: delay=${HELD_MS}]]`;
      const called = at.demo.v1(
        '/chat/completions',
        { model, messages: [{ role: 'user', content }] },
        { authorization: `Bearer ${secret}`, 'x-svc-tag': 'shop/1' },
      );
      await open('Credits');
      await page.getByRole('cell', { name: 'a call', exact: true }).waitFor();
      await at.look('credits');
      expect((await called).status).toBe(200);
      await page.getByText('No credit is on hold.').waitFor();
      const list = page.getByRole('region', { name: 'Transactions' });
      await list.getByRole('columnheader', { name: 'Balance' }).waitFor();
      const spent = list.getByRole('cell', { name: 'Spent', exact: true });
      await spent.first().waitFor();
      expect(await list.getByRole('cell', { name: 'On hold', exact: true }).count()).toBe(0);
      const calls = await spent.count();
      await button('Show holds').click();
      const holds = list.getByRole('cell', { name: 'On hold', exact: true });
      await eventually(async () => (await holds.count()) >= calls);
      await at.look('credits-holds');
      await page.getByRole('table').getByRole('link').first().click();
      await page.getByRole('heading', { name: 'Receipt' }).waitFor();
    },
    PAGE_MS,
  );

  test(
    'grants are shown with what is left of each and when credit ends next, in pages of their own',
    async () => {
      const { page } = at;
      const { body: me } = await at.demo.user<{ id: string }>('GET', '/me');
      const grant = {
        amount: '3',
        reason: 'seen by the platform',
        expires_at: '2099-01-01T00:00:00Z',
      };
      for (let turn = 1; turn <= GRANTS_OF_A_PAGE; turn += 1) {
        await at.demo.platform('POST', `/users/${me.id}/credit-grants`, grant);
      }
      await page.goto(`${at.base}/credits`);
      const grants = page.getByRole('region', { name: 'Grants' });
      await grants.getByRole('columnheader', { name: 'Remaining' }).waitFor();
      await page.getByText('Credit expires next at').waitFor();
      await at.look('credits-grants');
      expect(await page.content()).not.toContain(grant.reason);
      const pages = page.getByRole('navigation', { name: 'Pages of Grants' });
      await pages.getByRole('button', { name: 'Next page' }).click();
      await grants.getByText('never').first().waitFor();
      expect(page.url()).toContain('grants=grt_');
      await pages.getByRole('button', { name: 'First page' }).click();
      const saved = page.waitForEvent('download');
      await button('Export CSV: Grants').click();
      expect((await saved).suggestedFilename()).toBe('grants.csv');
    },
    PAGE_MS,
  );

  test(
    'usage is shown for any days of any zone, which stand in the address',
    async () => {
      const { page } = at;
      await eventually(async () => {
        await page.goto(`${at.base}/usage`);
        const shown = page.getByText('By model').or(page.getByText('No usage in this range'));
        await shown.first().waitFor();
        return page.getByText('By model').isVisible();
      });
      const tagged = page
        .getByRole('region', { name: 'By tag' })
        .getByRole('link', { name: 'shop/1' });
      await tagged.waitFor();
      await at.look('usage');
      await tagged.click();
      await page.getByRole('cell', { name: 'Tag: shop/1' }).waitFor();
      await page.goBack();
      await page.getByLabel('Range').selectOption('Custom range');
      // What is today in UTC may be tomorrow there.
      const [from = '', to = ''] = [-DAY_MS, DAY_MS].map((ms) =>
        new Date(Date.now() + ms).toISOString().slice(0, 10),
      );
      await page.getByLabel('From', { exact: true }).fill(from);
      await page.getByLabel('To', { exact: true }).fill(to);
      await page.getByLabel('Time zone').fill('Asia/Kolkata');
      await page.getByLabel('Interval').selectOption('hour');
      await button('Apply').click();
      await page.getByRole('columnheader', { name: 'Start (Asia/Kolkata)' }).waitFor();
      await at.look('usage-range');
      const calls = page.getByRole('region', { name: 'By model' }).getByRole('link').first();
      expect(await calls.getAttribute('href')).toMatch(/requests\?.*date_from=.*model=/u);
      expect(page.url()).toContain(`from=${from}`);
      await page.goto(`${at.base}/usage?from=2026-01-02&to=2026-01-01&zone=UTC`);
      await page.getByRole('alert').getByText('must not lie before').waitFor();
      expect(at.complaints.splice(0).every((one) => one.includes('422'))).toBe(true);
    },
    PAGE_MS,
  );

  chartPages(() => at, {
    path: '/usage',
    title: 'Usage',
    empty: 'No usage in this range',
  });

  test.each([
    ['Models', 'Search models'],
    ['Connect', 'LangChain'],
    ['Account', 'Quota time zone'],
  ])(
    '%s is shown',
    async (name, text) => {
      await open(name);
      await at.page.getByText(text).first().waitFor();
      await at.look(name.toLowerCase());
    },
    PAGE_MS,
  );

  test(
    'a call from the playground streams its answer and says what was charged',
    async () => {
      await open('Playground');
      const { page } = at;
      await page.getByLabel('Model', { exact: true }).selectOption(model);
      await page.getByLabel('Message').fill("Say 'hello'.");
      await button('Show as code').click();
      await page.getByText("Say '\\''hello'\\''.").waitFor();
      await button('Estimate cost').click();
      await page.getByText('on hold while the call runs').waitFor();
      await button('Send').click();
      await page.getByText('Spent:').waitFor();
      // What was said goes along with what is said next, and stays over a reload.
      await page.getByLabel('Message').fill('Show **bold**, please.');
      await page.getByLabel('Message').press('Control+Enter');
      await eventually(async () => (await page.getByText('Spent:').count()) === 2);
      await at.look('playground');
      await page.reload();
      await eventually(async () => (await page.getByText('Spent:').count()) === 2);
      // A call that is stopped has a price as well.
      await page.getByLabel('Message').fill('Slowly. [[provider: chunks=20; chunk-delay=150]]');
      await button('Send').click();
      // The service has taken the call, and its record is waited for.
      await page.getByText('Waiting for the cost of this call…').waitFor();
      await button('Stop').click();
      await eventually(async () => (await page.getByText('Spent:').count()) === 3);
      await button('New chat').click();
      await page.getByText('Response appears here.').waitFor();
      const kept = await page.evaluate<string>(
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
      );
      expect(kept).not.toContain('svc_');
    },
    PAGE_MS,
  );

  test(
    'two models answer side by side, each with its cost and a button that stops it alone',
    async () => {
      await open('Playground');
      const { page } = at;
      const spent = (calls: number): Promise<void> =>
        eventually(async () => (await page.getByText('Spent:').count()) === calls);
      await page.getByLabel('Model', { exact: true }).selectOption(model);
      const beside = page.getByLabel('Compare with');
      await beside.selectOption({ index: 1 });
      const other = await beside.inputValue();
      await page.getByLabel('Message').fill("Say 'hello'.");
      await button('Estimate cost').click();
      await eventually(
        async () => (await page.getByText('on hold while the call runs').count()) === 2,
      );
      await button('Send').click();
      await spent(2);
      await page.getByRole('heading', { name: other }).waitFor();
      await at.look('playground-compared');
      await page.getByLabel('Message').fill('Slowly. [[provider: chunks=20; chunk-delay=150]]');
      await button('Send').click();
      await page.getByText('Waiting for the cost of this call…').first().waitFor();
      await button(`Stop ${model}`).click();
      expect(await button('Stop both').isEnabled()).toBe(true);
      await spent(4);
      await page.reload();
      await spent(4);
      // The second conversation ends with the comparison.
      await beside.selectOption('');
      await spent(2);
      expect(await beside.isDisabled()).toBe(true);
      await button('New chat').click();
      await page.getByText('Response appears here.').waitFor();
      expect(await beside.isEnabled()).toBe(true);
    },
    PAGE_MS,
  );

  test(
    'a model sees a picture, asks for a tool, and goes on with what it is answered',
    async () => {
      await open('Playground');
      const { page } = at;
      await page.getByLabel('Model', { exact: true }).selectOption(model);
      await page.getByLabel('Message').fill('Call get_weather, please.');
      const picture = {
        name: 'x.png',
        mimeType: 'image/png',
        buffer: Buffer.from(PIXEL, 'base64'),
      };
      await page.getByLabel('Images').setInputFiles([picture]);
      await page.getByLabel('Tools (JSON)').fill('[{');
      await button('Send').click();
      await page.getByRole('alert').getByText('Tools (JSON):').waitFor();
      await button('Insert example').click();
      await button('Show as code').click();
      await page.getByText('data:image/png;base64,…').waitFor();
      await button('Send').click();
      await page.getByLabel('Result of get_weather').fill('{"weather":"rain"}');
      await at.look('playground-tools');
      await button('Send results').click();
      await page.getByText('The tool says:').waitFor();
      await eventually(async () => (await page.getByText('Spent:').count()) === 2);
      await at.look('playground-answered');
    },
    PAGE_MS,
  );

  test(
    'one model shows its contract, its prices and code',
    async () => {
      await open('Models');
      await at.page.getByRole('link', { name: model }).first().click();
      await at.page.getByRole('heading', { name: model, level: 1 }).waitFor();
      await at.page.getByRole('columnheader', { name: 'Parameter' }).waitFor();
      await at.look('model');
    },
    PAGE_MS,
  );

  test(
    'a key is suspended, resumed, and deleted once its name was typed; a hostile name is text',
    async () => {
      await open('Keys');
      const { page } = at;
      const hostile = await at.demo.user('POST', '/keys', { name: HOSTILE, mode: 'test' });
      expect(hostile.status).toBe(201);
      await button('Insights: journey').click();
      const insights = at.page.getByRole('dialog');
      await insights.getByText('Latency p95').waitFor();
      await insights.getByRole('region', { name: 'Models' }).getByText(model).waitFor();
      await at.look('key-insights');
      await insights.getByRole('button', { name: 'Close' }).click();
      const row = page.getByRole('row').filter({ hasText: 'journey' });
      await choose(row, 'Suspend');
      await row.getByText('suspended').waitFor();
      await choose(row, 'Resume');
      await row.getByText('active').waitFor();
      await page.reload();
      await page.getByText('<img src=x', { exact: false }).first().waitFor();
      await at.look('keys');
      await choose(row, 'Rotate secret');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('The current secret keeps working for').selectOption('1 hour');
      await at.look('key-rotate');
      await dialog.getByRole('button', { name: 'Rotate secret' }).click();
      await page.getByRole('dialog', { name: 'New secret' }).getByText(/^svc_/u).first().waitFor();
      await button('I have stored it').click();
      await row.getByText('Old secret works until').waitFor();
      await choose(row, 'Delete');
      const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
      expect(await remove.isDisabled()).toBe(true);
      await page.getByLabel('Type journey to confirm').fill('journey');
      await at.look('key-delete');
      await remove.click();
      await row.waitFor({ state: 'detached' });
    },
    PAGE_MS,
  );

  videoPages(() => at);
  playgroundPages(() => at);
  palettePages(
    () => at,
    () => [model, /models\?id=/u],
  );
  documentationTests(() => at);
  videoTests(() => at);
  webhooksPages(() => at, 'credit.low');

  test(
    'a session that ends in mid-action is asked for again, over what was entered',
    async () => {
      const { page } = at;
      await open('Keys');
      await button('Create key').click();
      await page.getByLabel('Name', { exact: true }).fill('half written');
      await at.context.clearCookies();
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await at.look('session-ended');
      const { TOLLGATE_USER_EMAIL, TOLLGATE_USER_PASSWORD } = at.demo.env;
      await signIn(page, TOLLGATE_USER_EMAIL, TOLLGATE_USER_PASSWORD);
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({
        state: 'detached',
      });
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('half written');
      expect(at.complaints.splice(0).every((one) => one.includes('401'))).toBe(true);
      // The dialog below takes keys once the page has noticed that the one above is gone.
      await eventually(async () => {
        await page.keyboard.press('Escape');
        return (await page.getByRole('dialog').count()) === 0;
      });
    },
    PAGE_MS,
  );

  test(
    'all other sessions end, and a link of an administrator sets the password, once',
    async () => {
      const { page, demo } = at;
      await open('Account');
      const sessions = page.getByRole('region', { name: 'Active sessions' });
      await eventually(async () => (await sessions.getByRole('row').count()) > 2);
      await button('End all other sessions').click();
      await eventually(async () => (await sessions.getByRole('row').count()) === 2);
      await at.look('account');
      const { body: user } = await demo.platform<{ id: string }>('POST', '/users', {
        email: 'invited@example.com',
      });
      const path = `/users/${user.id}/password-link`;
      const { body: made } = await demo.platform<{ kind: string; link: string }>('POST', path, {});
      expect(made.kind).toBe('invitation');
      const guest = await watchedPage(at.browser, new URL(at.base).origin);
      const asked: string[] = [];
      guest.page.on('request', (request) => asked.push(request.url()));
      await guest.page.goto(made.link);
      await guest.page.getByRole('heading', { name: 'Choose a password' }).waitFor();
      const token = made.link.split('#')[1] ?? '';
      await eventually(() => Promise.resolve(!guest.page.url().includes(token)));
      await lookAt(guest.page, 'users-welcome');
      await guest.page.getByLabel('New password').fill(INVITED_PASSWORD);
      await button('Set password', guest.page).click();
      await guest.page.getByRole('heading', { name: 'Home' }).waitFor();
      expect(asked.filter((address) => address.includes(token))).toEqual([]);
      expect(guest.complaints).toEqual([]);
      await guest.page.goto(made.link);
      await guest.page.getByLabel('New password').fill('a password of another');
      await button('Set password', guest.page).click();
      await guest.page.getByRole('alert').getByText('no longer valid').waitFor();
      await guest.context.close();
    },
    PAGE_MS,
  );

  test(
    'stored text is text in every page, however long, and whatever it imitates',
    async () => {
      expect(await hostileFaults(at, PAGES)).toEqual([]);
      expect(at.complaints).toEqual([]);
    },
    PAGE_MS,
  );

  test(
    'the console is in nobody’s frame',
    async () => {
      const page = await at.context.newPage();
      await page.setContent(`<iframe src="${at.base}"></iframe>`);
      await eventually(() => {
        const framed = page.frames().find((frame) => frame !== page.mainFrame());
        return Promise.resolve(framed?.url().startsWith('chrome-error:') === true);
      });
      await page.close();
    },
    PAGE_MS,
  );

  test(
    'a page of an earlier build loads itself anew where a part of it is gone',
    async () => {
      const { page } = at;
      await page.goto(at.base);
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await page.evaluate('window.isOld = true');
      // The address of a part changes with its text: after an upgrade the old one is gone, and the
      // page that is loaded then asks for the new one.
      let isOld = true;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) isOld = false;
      });
      await page.route(/assets\/models-/u, async (route) => {
        await (isOld ? route.fulfill({ status: 404 }) : route.continue());
      });
      await page.getByRole('navigation').getByRole('link', { name: 'Models' }).click();
      await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
      expect(await page.evaluate('window.isOld')).toBeUndefined();
      await page.unrouteAll();
      // What the old page complained of was to be; the new one has nothing to complain of.
      at.complaints.splice(0, at.complaints.length);
      await page.reload();
      await page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
    },
    PAGE_MS,
  );

  test(
    'a tab whose reader signs out elsewhere says so, and goes on when signed in again there',
    async () => {
      const { page, demo } = at;
      const { TOLLGATE_USER_EMAIL: email, TOLLGATE_USER_PASSWORD: password } = demo.env;
      await open('Account');
      const other = await at.context.newPage();
      await other.goto(at.base);
      await button('Sign out', other).click();
      await other.getByLabel('Email').waitFor();
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
      await signIn(other, email, password);
      await other.getByRole('heading', { name: 'Home' }).waitFor();
      await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({
        state: 'detached',
      });
      await page.getByText('Active sessions').waitFor();
      expect(at.complaints.splice(0).every((one) => one.includes('401'))).toBe(true);
      // Somebody else signs in there: nothing of the account before stays here.
      await button('Sign out', other).click();
      await signIn(other, 'invited@example.com', INVITED_PASSWORD);
      await other.getByRole('heading', { name: 'Home' }).waitFor();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      await page.getByText('invited@example.com').first().waitFor();
      expect(await page.content()).not.toContain(email);
      await other.close();
      at.complaints.splice(0, at.complaints.length);
      await button('Sign out').click();
      await signIn(page, email, password);
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      at.complaints.splice(0, at.complaints.length);
    },
    PAGE_MS,
  );

  test(
    'whoever signs out sees the form again, and nothing is left of the account',
    async () => {
      await button('Sign out').click();
      await at.page.getByLabel('Email').waitFor();
      await at.look('sign-in');
      expect(await at.page.content()).not.toContain(at.demo.env.TOLLGATE_USER_EMAIL);
      expect(at.complaints.splice(0).every((one) => one.includes('401'))).toBe(true);
    },
    PAGE_MS,
  );
});
