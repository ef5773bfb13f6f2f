import { lineAt, listFiles, listProductionFiles } from './source-files.ts';

/** Lines of a file besides those that are comments. */
const LINES_MAX = 300;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
/** Tables and schemas may be long: they are read by looking things up. */
const LONG_FILES = [/^libs\/contract\/src\//, /^libs\/db\/src\/migrations\//];

/** What must not stand in production code, and where it may. */
const FORBIDDEN: readonly { what: string; pattern: RegExp; allowed: RegExp }[] = [
  {
    what: 'the environment is read in main.ts and in commands',
    pattern: /\bprocess\.env\b/g,
    allowed:
      /^(services\/[^/]+\/src\/(main|verify|verify-audit|create-admin|reseal|reconcile|deliver-spool)\.ts|services\/(?:console|docs)\/build\.ts|services\/docs\/site\/reference\/examples\.ts|deploy\/)/,
  },
  {
    what: 'one client speaks to providers, one to services, one to the OpenID provider, all by undici; got is for commands',
    pattern: /from '(?:got|undici)'/g,
    allowed:
      /^(libs\/providers\/src\/engine\/(?:call|outbound-proxy|reply-handler)\.ts|libs\/http\/src\/call\.ts|services\/admin\/src\/oidc\/provider-fetch\.ts|deploy\/)/,
  },
  {
    what: 'Express stays in the kit, the services and nowhere else',
    pattern: /from 'express'/g,
    allowed: /^(libs\/http\/|services\/)/,
  },
  {
    what: 'Retry-After of a provider is read in one file',
    pattern: /\['retry-after(?:-ms)?'\]/g,
    allowed: /^libs\/(providers\/src\/wire\/failures|webhooks\/src\/send)\.ts$/,
  },
  {
    what: 'floating point never touches money',
    pattern: /parseFloat\(/g,
    allowed: /^$/,
  },
  {
    what: 'one word for one thing: a provider is no vendor, and who is let in has no admittance',
    pattern: /vendor|admittance/gi,
    allowed: /^libs\/db\/src\/migrations\//,
  },
  {
    what: 'no barrels',
    pattern: /^export \* from/gm,
    allowed: /^$/,
  },
  {
    what: 'I20 leases and ends are judged by the database clock',
    pattern: /Date\.now\(\)/g,
    allowed:
      /^(libs\/(http|identity|runtime)\/|libs\/inference\/src\/(?:caller\/directory|spool\/deliver|money\/hold|spool\/spool)\.ts|libs\/db\/src\/readiness\.ts|libs\/requests\/src\/usage\/sum-range\.ts|services\/[^/]+\/src\/main\.ts|services\/(account|edge|admin|console)\/|deploy\/)/,
  },
];

/**
 * Exports whose names and types say it all: schemas with their descriptions, one statement a
 * function, one route a file.
 */
const SELF_EXPLAINING = [
  /^libs\/contract\//,
  /^libs\/db\/src\/migrations\//,
  /\.queries\.ts$/,
  /^services\/[^/]+\/src\/routes\//,
];

/** Names of families belong to their own folder and to the list of families. */
const FAMILY_NAMES = /'(openai|anthropic|google|ollama|bedrock|openai-compatible)'/g;
const FAMILY_PLACES = /^(libs\/providers\/src\/|deploy\/)/;

describe('rules of the house', () => {
  const files = listProductionFiles();

  test.each(FORBIDDEN)('$what', ({ pattern, allowed }) => {
    const faults = files
      .filter(({ path }) => !allowed.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(pattern)].map((match) => `${path}:${lineAt(text, match.index)}`),
      );
    expect(faults).toEqual([]);
  });

  test('providers are named by their own folders only', () => {
    const faults = files
      .filter(({ path }) => !FAMILY_PLACES.test(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(FAMILY_NAMES)].map((match) => `${path}:${lineAt(text, match.index)}`),
      );
    expect(faults).toEqual([]);
  });

  test('no file is longer than a reader wants', () => {
    const faults = files
      .filter(({ path }) => !LONG_FILES.some((pattern) => pattern.test(path)))
      .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n') }))
      .map(({ path, lines }) => ({
        path,
        lines: lines.filter((line) => !COMMENT.test(line)).length,
      }))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ path, lines }) => `${path}: ${lines}`);
    expect(faults).toEqual([]);
  });

  test('every export says what it is', () => {
    const faults = files
      .filter(({ path }) => !SELF_EXPLAINING.some((pattern) => pattern.test(path)))
      .flatMap(({ path, text }) => undocumentedExports(text).map((line) => `${path}:${line}`));
    expect(faults).toEqual([]);
  });

  test('no address, path or key of a workplace stands in the tree', () => {
    const pattern =
      /\/(?:home|root|Users)\/[a-z]|\/tmp\/[a-z]+\/|registry\.npm|BEGIN (?:RSA |EC )?PRIVATE KEY|sk-(?:proj|ant)-[A-Za-z0-9]{20}/;
    const faults = listFiles(/\.(ts|md|json|ya?ml|sh|mjs)$|^Makefile$|^\.ci\//)
      .filter(({ path }) => path !== 'pnpm-lock.yaml' && !path.startsWith('tests/tidy/'))
      .filter(({ text }) => pattern.test(text))
      .map(({ path, text }) => `${path}: ${pattern.exec(text)?.[0]}`);
    expect(faults).toEqual([]);
  });
});

/** Types that list what a function works with: their fields say what they are. */
const LISTS_OF_FIELDS = /(?:Deps|Options)$/;

/**
 * Lines of exports without a doc comment; the type of a schema constant is documented with the
 * constant.
 */
function undocumentedExports(text: string): number[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const match = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/.exec(line);
    if (match === null || LISTS_OF_FIELDS.test(match[1] ?? '')) return [];
    const before = lines[index - 1]?.trim() ?? '';
    const sameName = lines
      .slice(0, index)
      .some((other) => other.startsWith(`export const ${match[1]} `));
    return before.endsWith('*/') || sameName ? [] : [index + 1];
  });
}
