import { chromiumIfAny } from '../support/browser.ts';
import { aConsole } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const START_MS = 300_000;
const PAGE_MS = 120_000;
const program = await chromiumIfAny();
// Without a browser the list of skipped tests says so.
const inBrowser = program === undefined ? describe.skip : describe;

inBrowser('the administrators’ console in Chromium', () => {
  let at: ConsoleUnderTest;
  beforeAll(async () => {
    if (program !== undefined) at = await aConsole(program, 'platform');
  }, START_MS);
  afterAll(() => at?.drop(), START_MS);
  afterEach(() => expect(at?.complaints).toEqual([]));

  test(
    'shows how the service stands',
    async () => {
      await at.page.getByRole('heading', { name: 'Overview' }).waitFor();
      await at.look('overview');
    },
    PAGE_MS,
  );
});
