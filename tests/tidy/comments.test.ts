import { listFiles } from './source-files.ts';
import type { SourceFile } from './source-files.ts';

/**
 * Where comments are held to the rule; the Helm chart, released migrations and the lock file are
 * not, because nobody writes them by hand or may edit them.
 */
const FILES =
  /^(?!k8s\/chart\/|libs\/db\/src\/migrations\/|pnpm-lock\.yaml$).+\.(?:ts|tsx|sql|mjs|css|yaml)$/u;
/** Generated files, and this file, which plays such beginnings. */
const SPARED = /\.d\.ts$|^tests\/tidy\/comments\.test\.ts$/u;
/** Tests describe tools in the words of the clients that send them. */
const TESTS = /^tests\//u;
/** Beginnings that make sense only together with what stands above. */
const LEANING = 'The same|As that|It|Of|Whose';
/** Another beginning, without which the comment of shipped code names its subject. */
const SHIPPED = new RegExp(
  String.raw`^[ \t]*/\*\*\s+(?:\* )?(?=What is )|(?<!^[ \t]*(?://|--)[^\n]*\n)^[ \t]*(?://|--) (?=What is )`,
  'gmu',
);
/**
 * The first line of a comment of lines: what stands right below another line of it goes on with its
 * sentence.
 */
const LINES = new RegExp(
  String.raw`(?<!^[ \t]*(?://|--|#)[^\n]*\n)^[ \t]*(?://|--|#) (?=(?:${LEANING}) )`,
  'gmu',
);
/** The first line of a block comment, also where the block opens on a line of its own. */
const BLOCKS = new RegExp(String.raw`/\*\*?\s+(?:\* )?(?=(?:${LEANING}) )`, 'gu');
const TAGS = new RegExp(String.raw`@(?:param \w+|\w+) (?=(?:${LEANING}) )`, 'gu');
/** The beginning of a description that reaches the interface descriptions. */
const DESCRIPTIONS = new RegExp(String.raw`\bdescription:\s+['"\x60](?=(?:${LEANING}) )`, 'gu');

function faultsIn({ path, text }: SourceFile): string[] {
  const patterns = [LINES, BLOCKS, TAGS, ...(TESTS.test(path) ? [] : [DESCRIPTIONS, SHIPPED])];
  const hits = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  return hits.map((hit) => {
    const at = hit.index + hit[0].length;
    const begun = text.slice(at).split('\n', 1).join('');
    return `${path}:${text.slice(0, at).split('\n').length}: give it a subject of its own: ${begun}`;
  });
}

test('comments and descriptions can be understood without the line above: none begins with “The same”, “As that”, “It”, “Of”, “Whose” or, in what is shipped, “What is”', () => {
  const files = listFiles(FILES).filter(({ path }) => !SPARED.test(path));
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap(faultsIn)).toEqual([]);
});

/** The most characters of a line of comment; a word alone, such as an address, may be longer. */
const WIDTH_MAX = 100;
const WIDE = /^\s*(?:\/\/|\/?\*+|--) (?!oxlint-)\S+ .*\S/u;

test('lines of comments have at most 100 characters', () => {
  const faults = listFiles(/^(?!libs\/db\/src\/migrations\/).+\.(?:ts|tsx|sql|mjs)$/u).flatMap(
    ({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, at) =>
          line.length > WIDTH_MAX && WIDE.test(line)
            ? [`${path}:${at + 1}: wrap it at ${WIDTH_MAX} characters`]
            : [],
        ),
  );
  expect(faults).toEqual([]);
});

test.each([
  ['a line', '// Of a user.\n'],
  ['a line of SQL', 'select 1;\n  -- It counts.\n'],
  ['a block of one line', '  /** The same for videos. */\n'],
  ['a block of several lines', '/**\n * Whose call it is.\n * More.\n */\n'],
  ['a tag', '/**\n * Reads.\n * @returns The same list.\n */\n'],
  ['a block of what is shipped', '/**\n * What is kept.\n */\n'],
  ['a line of what is shipped', '  // What is kept.\n'],
  ['a description', "Type.String({\n  description:\n    'Of the answer' })"],
])('%s that begins so is found once', (_where, text) => {
  expect(faultsIn({ path: 'x.ts', text })).toHaveLength(1);
});

test.each([
  ['a later line of a comment', '// A sentence that goes on.\n// It goes on.\n'],
  ['a later line of a block', '/**\n * A sentence.\n * Of it, more.\n */\n'],
])('%s may begin so', (_where, text) => {
  expect(faultsIn({ path: 'x.ts', text })).toEqual([]);
});
