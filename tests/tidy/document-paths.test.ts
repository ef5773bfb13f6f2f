import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { lineAt, listFiles, ROOT } from './source-files.ts';
import type { SourceFile } from './source-files.ts';

/** What documents name although git does not have it, with the reason. */
const ABSENT: Readonly<Record<string, string>> = {
  '.tollgate': 'what the local stack and the tests keep; git ignores it',
  'k8s/chart': '`make chart` writes it',
  'services/docs/openapi': '`make openapi` writes it',
  './secret.ts': 'an example of how an import is spelt',
};
/** Addresses that the documentation server makes. */
const SERVED = new Set(['/api/docs', '/llms.txt', '/llms-full.txt']);

const DOCUMENTS = /\.md$/u;
const FENCE = /^ *```[\s\S]*?^ *```/gmu;
/** One path in backticks; `<name>` stands for any name, `{a,b}` for one of several. */
const CODE_PATH = /`(?<path>[\w.@<>*{}|,-]+(?:\/[\w.@<>*{}|,-]+)+\/?)`/gu;
const LINK = /\]\((?<address>[^)\s]+)\)/gu;
const FILE_NAME = /\.(?:css|csv|hcl|html|js|json|jsonl|md|mjs|py|sh|sql|toml|tsx?|txt|ya?ml)$/u;
const ELSEWHERE = /^(?:[a-z]+:|#)/u;
const PAGE = /^\/docs\/(?<page>[\w-]+)$/u;

const blank = (text: string): string => text.replaceAll(/[^\n]/gu, ' ');

const tracked: readonly string[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
}).split('\n');
const roots = new Set(tracked.map((path) => path.split('/')[0] ?? ''));
/** Each file and each folder, with a slash in front, to be found by the end of a path. */
const known = [
  ...new Set(
    tracked.flatMap((path) => {
      const parts = path.split('/');
      return parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`);
    }),
  ),
].join('\n');

/** A pattern of what a document writes as a path: at its end, and from the root where `isWhole`. */
function patternOf(path: string, isWhole: boolean): RegExp {
  const escaped = path
    .replace(/\/$/u, '')
    .replaceAll(/[.+?^$()[\]\\]/gu, String.raw`\$&`)
    .replaceAll(/<[^>]*>/gu, '[^/\n]+')
    .replaceAll('*', '[^/\n]*')
    .replaceAll(/\{[^}]*\}/gu, (list) => `(?:${list.slice(1, -1).replaceAll(',', '|')})`);
  return new RegExp(`${isWhole ? '^' : ''}/${escaped}$`, 'mu');
}

const isAbsent = (path: string): boolean =>
  Object.keys(ABSENT).some((one) => path === one || path.startsWith(`${one}/`));

/** Whether a text in backticks is meant as a path of the repository. */
const isPath = (path: string): boolean =>
  !path.startsWith('@') && (FILE_NAME.test(path) || roots.has(path.split('/')[0] ?? ''));

function codePathsOf({ path: document, text }: SourceFile): string[] {
  return [...text.matchAll(CODE_PATH)].flatMap(({ index, groups }) => {
    const path = groups?.['path'] ?? '';
    if (!isPath(path) || isAbsent(path)) return [];
    const isFromRoot = roots.has(path.split('/')[0] ?? '');
    const beside = posix.join(posix.dirname(document), path);
    const isKnown = patternOf(path, isFromRoot).test(known) || patternOf(beside, true).test(known);
    return isKnown ? [] : [`${document}:${lineAt(text, index)}: there is no ${path}`];
  });
}

function linksOf({ path: document, text }: SourceFile): string[] {
  return [...text.matchAll(LINK)].flatMap(({ index, groups }) => {
    const [address = ''] = (groups?.['address'] ?? '').split('#');
    if (address === '' || ELSEWHERE.test(address) || SERVED.has(address)) return [];
    const page = PAGE.exec(address)?.groups?.['page'];
    const target =
      page === undefined
        ? posix.join(posix.dirname(document), address)
        : `services/docs/content/${page}.md`;
    if (isAbsent(target) || patternOf(target, true).test(known)) return [];
    return [`${document}:${lineAt(text, index)}: the link to ${address} leads nowhere`];
  });
}

const documents = listFiles(DOCUMENTS).map(({ path, text }) => ({
  path,
  text: text.replaceAll(FENCE, blank),
}));

test('every file and folder that a document names is there', () => {
  expect(documents.flatMap(codePathsOf)).toEqual([]);
});

test('every link of a document leads to a file that is there', () => {
  expect(documents.flatMap(linksOf)).toEqual([]);
});

test('what documents may name although it is absent is named by one, and is absent', () => {
  const text = documents.map((document) => document.text).join('\n');
  for (const path of Object.keys(ABSENT)) {
    expect(text).toContain(path);
    expect(patternOf(path, true).test(known)).toBe(false);
  }
});

test.each([
  ['`tests/tidy/nowhere.test.ts`', 'there is no tests/tidy/nowhere.test.ts'],
  ['`libs/gone/src`', 'there is no libs/gone/src'],
  ['`money/gone.ts`', 'there is no money/gone.ts'],
  ['[here](gone.md)', 'the link to gone.md leads nowhere'],
  ['[here](/docs/gone#part)', 'the link to /docs/gone leads nowhere'],
])('%s is a fault', (text, fault) => {
  const document = { path: 'README.md', text };
  expect([...codePathsOf(document), ...linksOf(document)]).toEqual([`README.md:1: ${fault}`]);
});

test.each([
  '`libs/<name>/package.json`',
  '`tests/tidy/{words,rules}.test.ts`',
  '`k8s/chart/values.yaml`',
  '`openai/gpt-4.1-mini`',
  '[there](CONTRIBUTING.md#set-up)',
])('%s is no fault', (text) => {
  const document = { path: 'README.md', text };
  expect([...codePathsOf(document), ...linksOf(document)]).toEqual([]);
});
