import { tryAgain } from './try-again.ts';

/** Work that fails a given number of times and then gives how often it was done. */
function failing(times: number): () => Promise<number> {
  let done = 0;
  return () => {
    done += 1;
    return done > times ? Promise.resolve(done) : Promise.reject(new Error(`try ${done}`));
  };
}

test('work that fails is done again until it succeeds', async () => {
  const asked: number[] = [];
  const result = await tryAgain(failing(2), (_error, tries) => {
    asked.push(tries);
    return 0;
  });
  expect([result, asked]).toEqual([3, [1, 2]]);
});

test('without a pause the last failure is thrown', async () => {
  const tried = tryAgain(failing(9), (_error, tries) => (tries < 3 ? 0 : null));
  await expect(tried).rejects.toThrow('try 3');
});

test('a failure can be given another form', async () => {
  const tried = tryAgain(failing(1), (cause) => {
    throw new Error('away', { cause });
  });
  await expect(tried).rejects.toThrow('away');
});
