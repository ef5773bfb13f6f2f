import type { Usage } from '@tollgate/providers/adapter/adapter';
import { createLogger } from '@tollgate/runtime/logger';
import { createDelivered } from './delivered.ts';
import type { HangUp } from './drain.ts';
import type { LiveStream, Progress } from './live-stream.ts';
import type { Loss } from '../money/losses.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import type { ServeDeps } from './served.ts';
import { bookRest, isWorthStopping, whatWasUsed } from './stream-usage.ts';

const PROSE = 'People who wrote letters had to wait for several weeks before an answer arrived. ';
const HELD = { input: 500, output: 4_000 };
const PLAIN = { digits: 3, scale: 1 } as const;

interface Given {
  said?: string;
  unheard?: string;
  usage?: Usage | null;
  broke?: boolean;
  left?: boolean;
  hungUp?: HangUp | null;
  thinks?: boolean;
  ceiling?: number;
}

function liveStream(given: Given): LiveStream {
  const { said = PROSE, unheard = '', usage = null, broke = false, left = false } = given;
  const { hungUp = null, thinks = false, ceiling = 4_000 } = given;
  const delivered = createDelivered(PLAIN);
  const after = createDelivered(PLAIN);
  delivered.take([{ index: 0, delta: { content: said }, finish_reason: null }]);
  after.take([{ index: 0, delta: { content: unheard }, finish_reason: null }]);
  const parameters = thinks ? { reasoning_effort: { supported: true } } : {};
  const contract = { dimensions: ['input', 'output'], parameters };
  const family = { contract: () => contract, onDisconnect: thinks ? 'drain' : 'abort' };
  const prices = { input: 1_000_000n, output: 4_000_000n };
  const plan = {
    opId: 'op',
    promptBound: 500,
    images: 0,
    output: { effectiveMaxTokens: ceiling },
    request: {},
    estimate: { usage: HELD, amount: 16_500_000n },
    target: { publicId: 'p/m', family, endpoint: {}, price: { id: 'x', prices, upliftBp: 0 } },
  } as unknown as ChatPlan;
  const failure = broke ? { kind: 'malformed' as const, message: 'x' } : null;
  const progress = {
    usage,
    implausible: null,
    suspect: null,
    tier: null,
    prompt: null,
    answer: null,
    delivered,
    unheard: after,
    stalledMs: 0,
    failure,
  } as unknown as Progress;
  const call = { gone: left ? AbortSignal.abort() : new AbortController().signal };
  return { plan, progress, call, drain: { hungUp: () => hungUp } } as unknown as LiveStream;
}

const losses: Loss[] = [];
const deps = {
  logger: createLogger('test', 'silent'),
  losses: { book: (loss: Loss) => void losses.push(loss) },
} as unknown as ServeDeps;
const used = (given: Given) => whatWasUsed(deps, liveStream(given));
const countOf = (text: string): number => {
  const delivered = createDelivered(PLAIN);
  delivered.take([{ index: 0, delta: { content: text }, finish_reason: null }]);
  return delivered.owed().output;
};
const reported = (output: number): Usage => ({
  input: 20,
  cache_read: 0,
  cache_write: 0,
  output,
  reasoning: 0,
});

test('FC10 an answer that was read to its end without usage costs its count and not the hold, whoever left and whatever was thought', () => {
  for (const thinks of [false, true]) {
    const given = { said: PROSE.repeat(3), unheard: PROSE.repeat(2), left: true, thinks };
    expect(used(given)).toEqual({
      usage: { input: 500, output: countOf(PROSE.repeat(3)) + countOf(PROSE.repeat(2)) },
      source: 'estimated',
      partial: false,
    });
  }
});

test('FC09 who stops prose pays its count, and who stops a text of random letters its upper bound', () => {
  const stopped = { broke: true, left: true, hungUp: 'stopped' } as const;
  expect(used({ ...stopped, said: PROSE.repeat(20) }).usage.output).toBe(countOf(PROSE.repeat(20)));
  const random = 'xqzjkvbwpf'.repeat(30);
  expect(used({ ...stopped, said: random }).usage.output).toBe(Math.floor(((300 * 2) / 3) * 1.1));
});

test('FC10 an answer that breaks off after its caller has left costs the hold where more may have been made unseen', () => {
  const broke = { broke: true, left: true, thinks: true };
  expect(used(broke)).toMatchObject({ usage: HELD, source: 'estimated', partial: true });
  // A first count of one token is a placeholder; counts near ours are counts.
  expect(used({ ...broke, usage: reported(1) }).usage).toEqual(HELD);
  expect(used({ ...broke, usage: reported(90) })).toMatchObject({
    usage: { input: 20, output: 90 },
    source: 'provider',
  });
});

/** The losses that are recorded for a stream, charged at 7 nano-credits. */
function bookedFor(live: LiveStream): Loss[] {
  losses.length = 0;
  const { usage, source } = whatWasUsed(deps, live);
  bookRest(deps, live, {
    charged: 7n,
    hold: 10n,
    cost: 7n,
    lines: [],
    usage,
    source,
    bounds: null,
  });
  return [...losses];
}

test('FC01 partial counts below what was delivered do not win, and what may be billed beyond is booked as a loss', () => {
  const live = liveStream({
    said: PROSE.repeat(10),
    broke: true,
    usage: reported(1),
    thinks: true,
  });
  expect(whatWasUsed(deps, live)).toEqual({
    usage: { input: 20, output: live.progress.delivered.counted().output },
    source: 'estimated',
    partial: true,
  });
  expect(bookedFor(live)).toMatchObject([{ reason: 'broke', usage: null, charged: 7n }]);
});

test('FC01 partial counts that are believed are a lower bound: what may be billed beyond is booked as a loss', () => {
  const live = liveStream({ broke: true, usage: reported(90), thinks: true });
  expect(whatWasUsed(deps, live)).toMatchObject({ usage: { output: 90 }, source: 'provider' });
  expect(bookedFor(live)).toMatchObject([{ reason: 'broke', usage: null, charged: 7n }]);
  expect(bookedFor(liveStream({ usage: reported(90), thinks: true }))).toEqual([]);
});

test('FC09 a provider is read on where little is left under the ceiling, and stopped elsewhere', () => {
  const at = (said: string, ceiling: number): boolean => {
    const { plan, progress } = liveStream({ said, ceiling });
    return isWorthStopping(plan, progress);
  };
  const long = PROSE.repeat(100);
  const made = countOf(long);
  expect(at(long, made + 100)).toBe(false);
  expect(at(long, made + 1_000)).toBe(true);
  const short = PROSE.repeat(2);
  expect(at(short, countOf(short) + 5)).toBe(false);
  expect(at(short, countOf(short) + 100)).toBe(true);
});
