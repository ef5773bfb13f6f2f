import { withRetries } from './attempts.ts';

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
