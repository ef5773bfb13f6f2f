import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-files.ts';

const WORDS_MAX = 9_000;
const WORDS_PER_DECISION_MAX = 120;
const TITLE_WORDS_MIN = 3;
const INDEX = 'Index';
const SUPERSEDED = 'Superseded';
/**
 * The line below each title: when it was decided, and whether it holds as it was or was amended
 * since.
 */
const STATUS = /^\d{4}-\d{2}-\d{2}, (?:accepted|amended \d{4}-\d{2}-\d{2})$/u;
const SUPERSEDED_LINE = /^- \d{4}-\d{2}-\d{2}, [^\n]+: now \[[^\]]+\]\(#[^)]+\)\.$/u;
const LINK = /\]\(#(?<anchor>[^)]+)\)/gu;

interface Decision {
  title: string;
  status: string;
  text: string;
}

const countWords = (text: string): number => text.split(/\s+/u).filter(Boolean).length;
/** The anchor that a forge gives to a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/gu, '')
    .replaceAll(' ', '-');
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(LINK)].map(({ groups }) => groups?.['anchor'] ?? '');

/** The sections of a document below headings of a level, by title. */
function sectionsOf(text: string, level: '##' | '###'): { title: string; body: string }[] {
  const parts = text.split(new RegExp(`^${level} `, 'mu')).slice(1);
  return parts.map((part) => {
    const [title = '', ...rest] = part.split('\n');
    return { title, body: rest.join('\n').trim() };
  });
}

const document = readFileSync(join(ROOT, 'DECISIONS.md'), 'utf8');
const sections = sectionsOf(document, '##');
const rooms = sections.filter(({ title }) => ![INDEX, SUPERSEDED].includes(title));
const bodyOf = (wanted: string): string =>
  sections.find(({ title }) => title === wanted)?.body ?? '';
const decisionsOf = (body: string): Decision[] =>
  sectionsOf(body, '###').map(({ title, body: whole }) => {
    const [status = '', ...text] = whole.split('\n\n');
    return { title, status, text: text.join(' ') };
  });
const decisions = rooms.flatMap(({ body }) => decisionsOf(body));

test('DECISIONS.md keeps to its limit of words', () => {
  expect(decisions.length).toBeGreaterThan(100);
  expect(countWords(document)).toBeLessThanOrEqual(WORDS_MAX);
});

test('each decision has a title of its own, a date with a status, and a short text', () => {
  const anchors = decisions.map(({ title }) => anchorOf(title));
  expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
  const faults = decisions.filter(
    ({ title, status, text }) =>
      countWords(title) < TITLE_WORDS_MIN ||
      !STATUS.test(status) ||
      text === '' ||
      countWords(text) > WORDS_PER_DECISION_MAX,
  );
  expect(faults).toEqual([]);
});

test('the index has each room with its decisions, in their order', () => {
  const lines = bodyOf(INDEX).split('\n');
  expect(lines.map((line) => /^- \*\*(?<room>[^*]+)\*\*/u.exec(line)?.groups?.['room'])).toEqual(
    rooms.map(({ title }) => title),
  );
  expect(lines.map(anchorsIn)).toEqual(
    rooms.map(({ body }) => decisionsOf(body).map(({ title }) => anchorOf(title))),
  );
});

test('each superseded decision is one line that leads to its replacement', () => {
  const lines = bodyOf(SUPERSEDED).split('\n');
  expect(lines.filter((line) => !SUPERSEDED_LINE.test(line))).toEqual([]);
  const known = decisions.map(({ title }) => anchorOf(title));
  expect(lines.flatMap(anchorsIn).filter((anchor) => !known.includes(anchor))).toEqual([]);
});
