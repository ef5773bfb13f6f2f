import { bannedIn } from './banned-words.ts';
import type { Scope } from './banned-words.ts';
import { lineAt, listFiles } from './source-files.ts';
import type { SourceFile } from './source-files.ts';

const PAGES = /^services\/docs\/content\/.+\.md$/u;
const CODE = /^(?:libs|services|deploy|tests)\/.+\.(?:ts|tsx|mjs|py)$/u;
/**
 * Released history, files that are generated from the routes, and the table of banned words with
 * the tests that read it.
 */
const SPARED =
  /^(?:libs\/db\/src\/migrations|tests\/tidy\/(?:banned-words|words\.test|console-words\.test))|\.d\.ts$/u;
const COMMENTED = /^(?:libs|services|deploy)\/.+\.(?:ts|tsx|mjs|sql|yaml|py)$/u;
/** Comments, those of several lines as one; by what begins a line of them in the language. */
const BLOCKS_AND_LINES = /\/\*[\s\S]*?\*\/|(?:(?:^|[ \t])\/\/[^\n]*(?:\n(?=[ \t]*\/\/))?)+/gmu;
const DASHES = /(?:(?:^|[ \t])--[^\n]*(?:\n(?=[ \t]*--))?)+/gmu;
const HASHES = /(?:(?:^|[ \t])#[^\n]*(?:\n(?=[ \t]*#))?)+/gmu;
/** How a further line of a comment begins. */
const FURTHER_LINE = /\n[ \t]*(?:\*(?!\/)|\/\/|--|#)?[ \t]*/gu;
const FENCE = /^ *```[\s\S]*?^ *```/gmu;
const CODE_SPAN = /`[^`\n]*`/gu;
const ADDRESS = /\]\([^)\s]*\)/gu;
/**
 * Names that hold a banned word and stay: metrics, alarms, a model of the sandbox, a word of MP4
 * files, a bucket, old addresses.
 */
const PUBLIC_NAMES =
  /sandbox\/film|(?<quote>['`])films?(?:\\0)?\k<quote>|tollgate_films_\w+|(?:call_)?films?_(?:open|seconds_total|oldest_seconds|unlike_total)|Films(?:Indeterminate|UnlikeAsked)|films(?:indeterminate|unlikeasked)|0049_films_and_syncs|filmsAndSyncs|tollgate-films|\/films\/|kind=films/gu;

const blank = (text: string): string => text.replaceAll(/[^\n]/gu, ' ');

function faultsIn({ path, text }: SourceFile, scope: Scope): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) =>
    bannedIn(line, scope).map(
      ({ replacement }) => `${path}:${at + 1}: write “${replacement}”: ${line.trim()}`,
    ),
  );
}

/** The prose of a page: without blocks and spans of code, and without the addresses of links. */
const proseOf = ({ path, text }: SourceFile): SourceFile => ({
  path,
  text: text.replaceAll(FENCE, blank).replaceAll(CODE_SPAN, blank).replaceAll(ADDRESS, blank),
});

test('pages of the documentation use no banned word', () => {
  const pages = listFiles(PAGES).map(proseOf);
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.flatMap((page) => faultsIn(page, 'documentation'))).toEqual([]);
});

test('code and its comments use no banned word', () => {
  const files = listFiles(CODE).filter(({ path }) => !SPARED.test(path));
  const faults = files.flatMap(({ path, text }) =>
    faultsIn({ path, text: text.replaceAll(PUBLIC_NAMES, blank) }, 'code'),
  );
  expect(faults).toEqual([]);
});

function patternOf(path: string): RegExp {
  if (path.endsWith('.sql')) return DASHES;
  return /\.(?:yaml|py)$/u.test(path) ? HASHES : BLOCKS_AND_LINES;
}

/** What is banned in the comments of a file, with the line on which the comment begins. */
function faultsOfComments({ path, text }: SourceFile): string[] {
  return [...text.matchAll(patternOf(path))].flatMap(({ index, 0: comment }) => {
    const words = comment.replaceAll(FURTHER_LINE, ' ').trim();
    return bannedIn(words, 'comments').map(
      ({ replacement }) => `${path}:${lineAt(text, index)}: write “${replacement}”: ${words}`,
    );
  });
}

test('comments of what is shipped use no banned word', () => {
  const files = listFiles(COMMENTED).filter(({ path }) => !SPARED.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(faultsOfComments)).toEqual([]);
});

test.each([
  ['a.ts', 'const a = 1;\n/**\n * Reads the\n * book.\n */\n', 'a.ts:2:'],
  ['a.ts', "const a = 'told'; // Told.\n", 'a.ts:1:'],
  ['a.sql', 'select 1;\n\n-- Losses are\n-- booked.\n', 'a.sql:3:'],
  ['a.yaml', 'a: 1 # Tells why.\n', 'a.yaml:1:'],
])('the comment of %s that is %j is found at %s', (path, text, found) => {
  expect(faultsOfComments({ path, text })).toEqual([expect.stringContaining(found)]);
});

test('code and texts beside comments may use words that are banned in comments', () => {
  const text = "const told = 'https://example.com/told'; // Fine.\nconst booked = told;\n";
  expect(faultsOfComments({ path: 'a.ts', text })).toEqual([]);
});

test('files are named without banned words', () => {
  const named = listFiles(CODE).filter(
    ({ path }) => !SPARED.test(path) && bannedIn(path, 'code').length > 0,
  );
  expect(named.map(({ path }) => path)).toEqual([]);
});
