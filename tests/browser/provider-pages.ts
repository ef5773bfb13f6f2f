import { anOpenIdProvider, variablesFor } from '../api/admin/support/openid-provider.ts';
import type { TestOpenIdProvider } from '../api/admin/support/openid-provider.ts';
import { watchedPage } from '../support/browser-page.ts';
import type { WatchedPage } from '../support/browser-page.ts';
import { click, go, heading, lookAt, signIn } from './console.ts';
import type { ConsoleUnderTest } from './console.ts';

const PAGES_MS = 180_000;
const BUTTON = 'Sign in with Our provider';

/**
 * How administrators sign in through an OpenID provider, from the page of the console to that of
 * the provider and back.
 */
export function providerPages(at: () => ConsoleUnderTest): void {
  describe('with an OpenID provider', () => {
    let provider: TestOpenIdProvider;
    beforeAll(async () => {
      const { stack } = at().demo;
      // A page that asks again and again would complain while the service starts anew.
      await at().page.goto('about:blank');
      const origin = new URL(at().base).origin;
      provider = await anOpenIdProvider({ PUBLIC_BASE_URL: origin });
      Object.assign(stack.env['admin'] ?? {}, {
        ...variablesFor(provider.issuer),
        PUBLIC_BASE_URL: origin,
      });
      await stack.restart('admin');
      await stack.ready('admin');
    }, PAGES_MS);
    afterAll(() => provider?.stop());

    /** A browser in which nobody is signed in, at a page of the console. */
    const stranger = async (path = ''): Promise<WatchedPage> => {
      const { browser, base } = at();
      const watched = await watchedPage(browser, new URL(base).origin);
      await watched.page.goto(`${base}${path}`);
      await watched.page.getByRole('button', { name: BUTTON }).waitFor();
      watched.complaints.splice(0);
      return watched;
    };

    /** What a browser complained of, beside the pages of the provider, which are not ours. */
    const ours = ({ complaints }: WatchedPage): string[] =>
      complaints.filter((one) => !one.startsWith(`${provider.issuer}/`));

    test(
      'the way leads to the provider and back to the page, with the role of the group, until the end of the session',
      async () => {
        provider.nextIs({ sub: 'kim', name: 'Kim', preferred_username: 'kim', groups: ['staff'] });
        const watched = await stranger('/prices?offset=50');
        const { page } = watched;
        await lookAt(page, 'platform-sign-in-provider');
        await click(page, BUTTON);
        await page.waitForURL(/\/console\/platform\/prices\?offset=50/u);
        await heading(page, 'Prices');
        await page.getByText('(viewer)').waitFor();
        expect(watched.complaints.some((one) => one.startsWith(provider.issuer))).toBe(true);
        await go(page, 'Providers');
        await page.getByText('Only for the role owner or operator.').waitFor();
        await go(page, 'Administrators');
        await page.getByRole('cell', { name: 'OpenID provider' }).first().waitFor();
        expect(await page.getByLabel('Current password').count()).toBe(0);
        await click(page, 'Sign out');
        await page.getByRole('button', { name: BUTTON }).waitFor();
        await page.goto(`${at().base}/users`);
        await page.getByRole('button', { name: BUTTON }).waitFor();
        expect(await page.getByRole('navigation').count()).toBe(0);
        // Twice the answer that told the console that nobody was signed in.
        expect(ours(watched).every((one) => one.includes('401'))).toBe(true);
        await page.context().close();
      },
      PAGES_MS,
    );

    test(
      'somebody without a group that has a role is told so, and stays outside',
      async () => {
        provider.nextIs({ sub: 'lee', name: 'Lee', groups: ['cooks'] });
        const { page } = await stranger();
        await click(page, BUTTON);
        await page.getByText('None of your groups at the provider has a role here.').waitFor();
        expect(await page.getByRole('navigation').count()).toBe(0);
        await lookAt(page, 'platform-sign-in-no-role');
        await page.context().close();
      },
      PAGES_MS,
    );

    test(
      'a local administrator comes in while the provider is away',
      async () => {
        await provider.stop();
        const { TOLLGATE_ADMIN_EMAIL: email, TOLLGATE_ADMIN_PASSWORD: password } = at().demo.env;
        const { stack } = at().demo;
        // What was learned from the provider is forgotten.
        await stack.restart('admin');
        await stack.ready('admin');
        const { page } = await stranger();
        await click(page, BUTTON);
        await page.getByRole('alert').getByText('sign_in_unavailable').waitFor();
        await signIn(page, email, password);
        await page.getByText(`${email} (owner)`).waitFor();
        await heading(page, 'Overview');
        await page.context().close();
      },
      PAGES_MS,
    );
  });
}
