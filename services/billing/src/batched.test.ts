import { batched } from './batched.ts';

describe('batched', () => {
  test('joins concurrent calls and gives each its own result', async () => {
    const runs: number[][] = [];
    const double = batched<number, number>(async (items) => {
      runs.push([...items]);
      return items.map((item) => item * 2);
    });
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  test('lets one bad item fail alone', async () => {
    const call = batched<number, number>(async (items) => {
      if (items.includes(13)) throw new Error('bad item');
      return [...items];
    });
    const results = await Promise.allSettled([1, 2, 13, 4, 5].map(call));
    expect(results.map((result) => result.status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  test('does not take a batch apart because the database is away', async () => {
    let runs = 0;
    const call = batched<number, number>(async () => {
      runs += 1;
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
    });
    const results = await Promise.allSettled([1, 2, 3].map(call));
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(runs).toBe(1);
  });
});
