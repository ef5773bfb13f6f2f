import { caseIdsIn, listCaseFiles, readCases } from '../attacks/cases.ts';

const known = readCases().map(({ id }) => id);
const tested = new Set(listCaseFiles().flatMap(({ text }) => caseIdsIn(text)));

describe('the table of attacks', () => {
  test('has every group whole', () => {
    expect(known).toHaveLength(361);
    expect(new Set(known).size).toBe(known.length);
  });

  test('has a test for each case', () => {
    expect(known.filter((id) => !tested.has(id))).toEqual([]);
  });

  test('knows every id that a title names', () => {
    expect([...tested].filter((id) => !known.includes(id))).toEqual([]);
  });
});
