import { caseIdsIn, listCaseFiles, readCases, WITHOUT_TEST } from '../attacks/cases.ts';

const known = readCases().map(({ id }) => id);
const tested = new Set(listCaseFiles().flatMap(({ text }) => caseIdsIn(text)));

describe('the table of attacks', () => {
  test('has every group whole', () => {
    expect(known).toHaveLength(259);
    expect(new Set(known).size).toBe(known.length);
  });

  test('has a test for each case, but for those that no test can try', () => {
    const excused = Object.keys(WITHOUT_TEST);
    expect(known.filter((id) => !tested.has(id) && !excused.includes(id))).toEqual([]);
  });

  test('excuses no case that has a test', () => {
    const excused = Object.keys(WITHOUT_TEST);
    expect(excused.filter((id) => tested.has(id) || !known.includes(id))).toEqual([]);
  });

  test('knows every id that a title names', () => {
    expect([...tested].filter((id) => !known.includes(id))).toEqual([]);
  });
});
