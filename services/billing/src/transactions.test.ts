import { batched, withRetries } from './transactions.ts';

const coded = (code: string): Error => Object.assign(new Error('refused'), { code });

/** Work that fails with each error in turn and then succeeds; counts its runs. */
function failing(...errors: Error[]): { runs: number; work: () => Promise<string> } {
  const state = {
    runs: 0,
    work: async () => {
      const error = errors[state.runs];
      state.runs += 1;
      if (error !== undefined) throw error;
      return 'done';
    },
  };
  return state;
}

describe('FA11 withRetries', () => {
  test.each(['40P01', '40001', '55P03'])('tries again after %s, three times', async (code) => {
    const three = failing(coded(code), coded(code), coded(code));
    await expect(withRetries(three.work)).resolves.toBe('done');
    expect(three.runs).toBe(4);
    const four = failing(coded(code), coded(code), coded(code), coded(code));
    await expect(withRetries(four.work)).rejects.toMatchObject({
      code: 'billing_unavailable',
      status: 503,
      retryAfterSeconds: 2,
    });
  });

  test('tries again after a row of the same name, and passes the error on in the end', async () => {
    const taken = coded('23505');
    const once = failing(taken);
    await expect(withRetries(once.work)).resolves.toBe('done');
    const ever = failing(taken, taken, taken, taken);
    await expect(withRetries(ever.work)).rejects.toBe(taken);
    expect(ever.runs).toBe(4);
  });

  test.each(['57P01', '53300', 'ECONNREFUSED'])('says 503 at once on %s', async (code) => {
    const away = failing(coded(code));
    await expect(withRetries(away.work)).rejects.toMatchObject({ code: 'billing_unavailable' });
    expect(away.runs).toBe(1);
  });

  test('makes a cut connection good once where the work is keyed', async () => {
    const cut = (): Error => new Error('Connection terminated unexpectedly');
    const once = failing(cut());
    await expect(withRetries(once.work, { keyed: true })).resolves.toBe('done');
    const twice = failing(cut(), cut());
    await expect(withRetries(twice.work, { keyed: true })).rejects.toMatchObject({
      code: 'billing_unavailable',
    });
    expect(twice.runs).toBe(2);
  });

  test('passes other errors on as they are', async () => {
    const wrong = coded('23514');
    await expect(withRetries(failing(wrong).work)).rejects.toBe(wrong);
  });
});

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
