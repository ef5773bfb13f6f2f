import { listUserRequests } from '@tollgate/contract/routes/account/requests';
import type { UserCaller } from '@tollgate/identity/authentication';
import { createReportTurns } from './report-turns.ts';

function aDesk() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const { handler } = createReportTurns()(listUserRequests, async (_input, { caller }) => {
    begun.push(caller.user.id);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (caller.user.id === 'fails') throw new Error('no report');
    return [] as never;
  });
  const ask = (id: string) =>
    handler({} as never, { caller: { user: { id } } as UserCaller } as never) as Promise<void>;
  return { begun, ends, ask };
}
const soon = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a user makes one report at a time, and does not keep others from making theirs', async () => {
  const { begun, ends, ask } = aDesk();
  const asked = [ask('a'), ask('a'), ask('a'), ask('b')];
  await soon();
  expect(begun).toEqual(['a', 'b']);
  ends[0]?.();
  await soon();
  expect(begun).toEqual(['a', 'b', 'a']);
  for (let index = 1; index < 4; index += 1) {
    ends[index]?.();
    await soon();
  }
  await Promise.all(asked);
  expect(begun).toEqual(['a', 'b', 'a', 'a']);
});

test('a report that fails makes room for the next of its user', async () => {
  const { begun, ends, ask } = aDesk();
  const first = ask('fails');
  const second = ask('fails');
  await soon();
  ends[0]?.();
  await expect(first).rejects.toThrow('no report');
  await soon();
  ends[1]?.();
  await expect(second).rejects.toThrow('no report');
  expect(begun).toHaveLength(2);
});
