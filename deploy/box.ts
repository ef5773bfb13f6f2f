import type { DemoEnv } from './seed/demo-env.ts';

/** What `make up` prints at its end: addresses, logins, keys and a call that works when pasted. */
export function renderBox(demo: DemoEnv): string {
  const root = demo.TOLLGATE_BASE_URL.replace(/\/v1$/, '');
  const rows = [
    'Tollgate is running.',
    '',
    `Console       ${root}/console`,
    `For operators ${demo.TOLLGATE_ADMIN_URL}/console/platform`,
    `Public API    ${demo.TOLLGATE_BASE_URL}`,
    `Admin API     ${demo.TOLLGATE_ADMIN_URL}/api/platform`,
    `Documentation ${root}/docs`,
    `Try the API   ${root}/api/docs`,
    `For agents    ${root}/docs/mcp`,
    `User          ${demo.TOLLGATE_USER_EMAIL}  ${demo.TOLLGATE_USER_PASSWORD}`,
    `Administrator ${demo.TOLLGATE_ADMIN_EMAIL}  ${demo.TOLLGATE_ADMIN_PASSWORD}`,
    `Live key      ${demo.TOLLGATE_API_KEY}`,
    `Test key      ${demo.TOLLGATE_TEST_KEY}`,
    `Model         ${demo.TOLLGATE_MODEL}`,
    '',
    'The same values: source .tollgate/demo.env · make logs, make down, make reset',
  ];
  const message = { model: demo.TOLLGATE_MODEL, messages: [{ role: 'user', content: 'Hello' }] };
  const curl =
    `curl ${demo.TOLLGATE_BASE_URL}/chat/completions ` +
    `-H 'Authorization: Bearer ${demo.TOLLGATE_API_KEY}' ` +
    `-H 'Content-Type: application/json' -d '${JSON.stringify(message)}'`;
  return [framed(rows), 'A first call:', curl].join('\n');
}

/**
 * What `make up` prints where the stack began empty: the set-up, and a provider to try it with.
 * @param urls the base URLs of the stack
 */
export function renderEmptyBox(urls: Record<string, string>, setupToken: string): string {
  return framed([
    'Tollgate is running, without a demo.',
    '',
    `Set up        ${urls['internal']}/console/platform`,
    `Set-up token  ${setupToken}  (works until the first administrator exists)`,
    `Console       ${urls['public']}/console`,
    `Public API    ${urls['public']}/v1`,
    `Documentation ${urls['internal']}/docs/first-hour`,
    `Demo provider ${urls['provider']}/v1  (family openai-compatible, any secret)`,
    '',
    'make logs, make down; make reset deletes everything, and make up brings the demo',
  ]);
}

function framed(rows: readonly string[]): string {
  const width = Math.max(...rows.map((row) => row.length));
  const bar = '─'.repeat(width + 2);
  return [`┌${bar}┐`, ...rows.map((row) => `│ ${row.padEnd(width)} │`), `└${bar}┘`].join('\n');
}
