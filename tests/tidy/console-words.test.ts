import { bannedIn } from './banned-words.ts';
import { lineAt, listFiles } from './source-files.ts';
import type { SourceFile } from './source-files.ts';

const TEXTS = /^services\/console\/web\/shared\/texts\/.+\.ts$/u;
const WEB = /^services\/console\/web\/(?!shared\/api\/).+\.tsx?$/u;
const COMMENT = /\/\*[\s\S]*?\*\//gu;
const IMPORT = /^import .+$/gmu;
/** A literal in quotes or backticks; texts have no quotes or backticks inside. */
const LITERAL = /'(?<plain>[^'\n]*)'|`(?<template>[^`]*)`/gu;
const INSERTION = /\$\{[^}]*\}/gu;
/** Names of actions and of example models, which readers type as they are. */
const EXAMPLES = ['credit_grant.create', 'svc_live_Ab12…wxYZ', '_'];

const blank = (text: string): string => text.replaceAll(/[^\n]/gu, ' ');

/** What is banned in the literals of a file, with its line and the replacement. */
function faultsIn({ path, text }: SourceFile): string[] {
  const code = text.replaceAll(COMMENT, blank).replaceAll(IMPORT, blank);
  return [...code.matchAll(LITERAL)].flatMap(({ index, groups }) => {
    const shown = (groups?.['plain'] ?? groups?.['template'] ?? '').replaceAll(INSERTION, 'X');
    if (EXAMPLES.includes(shown)) return [];
    return bannedIn(shown, 'console texts').map(
      ({ replacement }) => `${path}:${lineAt(text, index)}: “${shown}”: write “${replacement}”`,
    );
  });
}

test('texts of the consoles use no banned word', () => {
  const files = listFiles(TEXTS);
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap(faultsIn)).toEqual([]);
});

test('files of the consoles are named without banned words', () => {
  const faults = listFiles(WEB).flatMap(({ path }) => {
    const name = path.split('/').at(-1)?.replaceAll('-', ' ') ?? '';
    return bannedIn(name, 'console files').map(({ replacement }) => `${path}: ${replacement}`);
  });
  expect(faults).toEqual([]);
});

test.each([
  ["a: 'Films'", ['video']],
  ["a: 'Switch off'", ['enable, disable']],
  ['a: (b: string) => `${b} under way`', ['in progress']],
  ["a: 'Charged'", ['Spent']],
  ["a: 'You are charged for it'", []],
  ["/** Films. */ movements: 'Transactions'", []],
  ["a: 'cache_read'", ['words instead of the raw name of a field']],
])('%s has these faults: %j', (text, replacements) => {
  const faults = faultsIn({ path: 'x.ts', text });
  expect(faults).toEqual(replacements.map((one) => expect.stringContaining(`write “${one}”`)));
});
