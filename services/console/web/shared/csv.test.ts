import { csvOf } from './csv.ts';

test('cells that would break a line or run in a spreadsheet do neither', () => {
  const lines = [
    ['a,b', 'say "x"', 1],
    ['=HYPERLINK(1)', '-0.5', '-x'],
  ];
  expect(csvOf(lines)).toBe('"a,b","say ""x""",1\r\n\'=HYPERLINK(1),-0.5,\'-x\r\n');
});
