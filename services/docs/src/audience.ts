/** Pages for who runs an installation: callers of the gateway need none of them. */
export const OPERATOR_PAGES: ReadonlySet<string> = new Set([
  'administration',
  'alarms',
  'configuration',
  'first-hour',
  'oidc',
  'operations',
  'operations-reference',
  'payments',
  'reconciliation',
  'roles',
  'scaling',
  'threat-model',
]);

/** The folder of the build in which pages and their menus are without those of operators. */
export const CALLERS_FOLDER = 'callers/';

const ITEM = /^- \[[^\]]+\]\(\/docs\/(?<page>[a-z0-9-]+)\).*\n/gmu;

/** The table of contents without the lines of operators' pages. */
export const withoutOperatorPages = (markdown: string): string =>
  markdown.replaceAll(ITEM, (line, page: string) => (OPERATOR_PAGES.has(page) ? '' : line));
