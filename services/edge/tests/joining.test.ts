import { sendPlain, statusOf } from './raw-client.ts';
import { startEdge } from './start-edge.ts';

const IN_FLIGHT = 8;
const ANSWER_MS = 5;

test('a process that joins under steady load takes its part of it, and leaves without a failure', async () => {
  // The name of inference resolves to as many addresses of this host as there are processes.
  let resolved = ['127.0.0.1', '127.0.0.9'];
  const started = await startEdge({
    targets: ({ account }) => ({ inference: [account.replace('127.0.0.1', 'pods')] }),
    resolve: (hostname) =>
      hostname === 'pods' ? Promise.resolve(resolved) : Promise.reject(new Error('ENOTFOUND')),
  });
  const { account, admin } = started.services;
  // The process that joins is the toy of admin, on the port of account and an address of its own.
  await new Promise<void>((done) => {
    admin.server.close(() => admin.server.listen(account.port, '127.0.0.2', done));
  });
  const usual = account.handler;
  for (const toy of [account, admin]) {
    const answer = toy === account ? usual : admin.handler;
    toy.handler = (request, response) => setTimeout(() => answer(request, response), ANSWER_MS);
  }
  let counts = { account: 0, admin: 0 };
  const failed: string[] = [];
  const load = new AbortController();
  const callers = Array.from({ length: IN_FLIGHT }, async () => {
    while (!load.signal.aborted) {
      const answer = await sendPlain(started.listeners.public.port, '/v1/x');
      if (statusOf(answer) !== 200) failed.push(answer);
      else counts[answer.includes('account') ? 'account' : 'admin'] += 1;
    }
  });
  const until = async (look: () => boolean): Promise<void> => {
    while (!look()) await new Promise((done) => setTimeout(done, ANSWER_MS));
  };
  await until(() => counts.account > 50);
  resolved = ['127.0.0.1', '127.0.0.2'];
  await until(() => counts.admin > 0);
  counts = { account: 0, admin: 0 };
  await until(() => counts.account + counts.admin >= 400);
  const share = counts.admin / (counts.account + counts.admin);
  expect(share).toBeGreaterThan(0.4);
  expect(share).toBeLessThan(0.6);
  resolved = ['127.0.0.1', '127.0.0.9'];
  const had = (): number => counts.admin;
  let before = -1;
  // The process that has left the name gets nothing any more.
  while (before !== had()) {
    before = had();
    const seen = counts.account;
    await until(() => counts.account > seen + 50);
  }
  load.abort();
  await Promise.all(callers);
  expect(failed).toEqual([]);
  await started.stop();
});
