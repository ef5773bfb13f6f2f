import { readSessionId } from './record.ts';

const read = (headers: Record<string, string>): string | null =>
  readSessionId((name) => headers[name]);
const LONGEST = 'a'.repeat(128);

describe('the session of a call', () => {
  test.each<[Record<string, string>, string | null]>([
    [{}, null],
    [{ 'x-svc-session-id': 'run-1' }, 'run-1'],
    [{ 'x-svc-session-id': LONGEST }, LONGEST],
    [{ 'x-claude-code-session-id': 'claude' }, 'claude'],
    [{ 'session-id': 'codex', 'thread-id': 'thread' }, 'codex'],
    [{ 'thread-id': 'thread' }, 'thread'],
    [{ 'x-svc-session-id': 'ours', 'session-id': 'b', 'x-claude-code-session-id': 'a' }, 'ours'],
    [{ 'x-claude-code-session-id': 'a', 'session-id': 'b' }, 'a'],
  ])('of %j is %j', (headers, session) => {
    expect(read(headers)).toBe(session);
  });

  test.each(['', 'a b', 'one, two', 'ä', 'a\u0000', `${LONGEST}a`, '<script>', '"'])(
    'is never %j: ours is refused by name, a client’s is passed over',
    (value) => {
      expect(() => read({ 'x-svc-session-id': value, 'thread-id': 'thread' })).toThrow(
        expect.objectContaining({
          code: 'invalid_header',
          param: 'X-Svc-Session-Id',
          message: expect.stringContaining('X-Svc-Session-Id') as string,
        }),
      );
      expect(read({ 'session-id': value })).toBeNull();
      expect(read({ 'session-id': value, 'thread-id': 'thread' })).toBe('thread');
    },
  );
});
