import { GatewayError } from '@tollgate/contract/error-codes';
import { createAdmission } from './admission.ts';
import type { Permit, ShedError } from './admission.ts';

const LAG_MS_MAX = 50;
const WAIT_MS_MAX = 200;

function anAdmission(given: { callsMax?: number; callsStart?: number; streamsMax?: number } = {}) {
  const { callsMax = 10, callsStart = callsMax, streamsMax = 4 } = given;
  const listeners: ((lagMs: number) => void)[] = [];
  const warnings: unknown[] = [];
  const admission = createAdmission({
    callsMax,
    callsStart,
    streamsMax,
    lagMsMax: LAG_MS_MAX,
    waitMsMax: WAIT_MS_MAX,
    lag: { onReading: (listener) => void listeners.push(listener) },
    logger: { warn: (...given: unknown[]) => void warnings.push(given) },
  });
  const refusal = (owner: string): unknown => {
    try {
      admission.enter(owner);
    } catch (error) {
      return error;
    }
    throw new Error('it was let in');
  };
  return {
    warnings,
    /** The limit that is full for an owner whose call is refused. */
    fullFor: (owner: string): string => (refusal(owner) as ShedError).scope,
    resume: (owner: string): Permit => admission.resume(owner),
    waited: (ms: number): void => admission.waited(ms),
    enterSoon: (owner: string): Permit | Promise<Permit> => admission.enterSoon(owner),
    read: (lagMs: number, times = 1): void => {
      for (let time = 0; time < times; time += 1) for (const one of listeners) one(lagMs);
    },
    /** Enters as often as it is let in. */
    fill: (owner: string): Permit[] => {
      const entered: Permit[] = [];
      for (;;) {
        try {
          entered.push(admission.enter(owner));
        } catch (error) {
          expect(error).toBeInstanceOf(GatewayError);
          const { code, status, retry, retryAfterSeconds } = error as GatewayError;
          expect({ code, status, retry }).toEqual({ code: 'overloaded', status: 503, retry: true });
          expect([1, 2, 3, 4]).toContain(retryAfterSeconds);
          return entered;
        }
      }
    },
  };
}

/** Gives permits back at once and says how many there were. */
function emptied(entered: readonly Permit[]): number {
  for (const one of entered) one.leave();
  return entered.length;
}

describe('createAdmission', () => {
  test('one owner alone leaves a fifth of the permits to others', () => {
    const { fill } = anAdmission();
    expect(fill('flood')).toHaveLength(8);
    expect(fill('other').length).toBeGreaterThan(0);
  });

  test('many owners fill every permit but no more', () => {
    const { fill } = anAdmission();
    const entered = Array.from({ length: 50 }, (_, at) => fill(`owner ${at}`)).flat();
    expect(entered).toHaveLength(10);
  });

  test('what was left can be taken again, once for each call', () => {
    const { fill } = anAdmission();
    const [first] = fill('flood');
    first?.leave();
    first?.leave();
    expect(fill('flood')).toHaveLength(1);
  });

  test('an open stream gives its permit to a call', () => {
    const { fill } = anAdmission();
    const [first, second] = fill('flood');
    first?.streaming();
    second?.streaming();
    first?.streaming();
    expect(fill('flood')).toHaveLength(2);
    first?.leave();
    expect(fill('flood')).toHaveLength(0);
  });

  test('streams beyond their limit keep their permits, until one ends', () => {
    const { fill } = anAdmission({ streamsMax: 1 });
    const [first, second] = fill('flood');
    first?.streaming();
    second?.streaming();
    expect(fill('flood')).toHaveLength(1);
    first?.leave();
    second?.streaming();
    expect(fill('flood')).toHaveLength(1);
  });

  test("one owner's open streams leave a fifth of their room to others", () => {
    const { fill } = anAdmission({ callsMax: 100, streamsMax: 10 });
    const flood = fill('flood');
    for (const one of flood) one.streaming();
    // Eight of the flood's calls have become streams; the others keep their permits as calls.
    expect(fill('flood')).toHaveLength(8);
    const others = fill('other');
    for (const one of others.slice(0, 2)) one.streaming();
    expect(fill('other').length).toBeGreaterThanOrEqual(2);
    expect(emptied(flood)).toBe(flood.length);
    const [again] = fill('flood');
    again?.streaming();
    expect(fill('flood').length).toBeGreaterThan(0);
  });

  test('a late event loop takes permits away, and a calm one gives them back', () => {
    const { fill, read } = anAdmission({ callsMax: 1_000 });
    read(LAG_MS_MAX + 1, 3);
    const room = (): number => {
      const entered = fill('flood');
      for (const one of entered) one.leave();
      return entered.length;
    };
    const shrunken = room();
    expect(shrunken).toBeLessThan(300);
    read(LAG_MS_MAX);
    expect(room()).toBe(shrunken);
    read(0);
    expect(room()).toBeGreaterThan(shrunken);
    read(0, 50);
    expect(room()).toBe(800);
  });

  test('long waits for what all share take permits away too, and only in their interval', () => {
    const { fill, read, waited } = anAdmission({ callsMax: 1_000 });
    for (const ms of [WAIT_MS_MAX - 100, WAIT_MS_MAX + 101]) waited(ms);
    read(0);
    const shrunken = fill('flood');
    expect(shrunken).toHaveLength(560);
    for (const one of shrunken) one.leave();
    waited(WAIT_MS_MAX);
    read(0);
    expect(fill('other')).toHaveLength(560);
    read(0);
    expect(fill('third').length).toBeGreaterThan(0);
  });

  test('some permits are left however late the loop is', () => {
    const { fill, read } = anAdmission({ callsMax: 1_000 });
    read(10 * LAG_MS_MAX, 100);
    expect(fill('flood')).toHaveLength(26);
  });

  test('each refusal further on leaves room for one call less of its owner; others do not notice', () => {
    const { fill } = anAdmission({ callsMax: 100 });
    const entered = fill('flood');
    expect(entered).toHaveLength(80);
    for (const one of entered.slice(0, 20)) {
      one.refused('owner');
      one.leave();
    }
    expect(fill('flood')).toHaveLength(0);
    for (const one of entered) one.leave();
    expect(emptied(fill('other'))).toBe(80);
    expect(emptied(fill('flood'))).toBe(60);
  });

  test('what was learned from a refusal is forgotten slowly at first, then ever faster', () => {
    const { fill, read } = anAdmission({ callsMax: 100 });
    const entered = fill('flood');
    for (const one of entered.slice(0, 40)) {
      one.refused('owner');
      one.leave();
    }
    for (const one of entered) one.leave();
    const room = Array.from({ length: 10 }, () => {
      const found = emptied(fill('flood'));
      read(0);
      return found;
    });
    // The interval of the refusal itself does not count.
    expect(room).toEqual([40, 40, 41, 42, 43, 44, 45, 47, 51, 59]);
    read(0, 10);
    expect(emptied(fill('flood'))).toBe(80);
  });

  test('where all permits further on are taken, fewer calls of all owners are let in', () => {
    const { fill, fullFor } = anAdmission({ callsMax: 100 });
    const entered = Array.from({ length: 20 }, (_, at) => fill(`owner ${at}`)).flat();
    expect(entered).toHaveLength(100);
    for (const one of entered.slice(0, 90)) {
      one.refused('everyone');
      one.leave();
    }
    expect(fullFor('newcomer')).toBe('everyone');
    for (const one of entered) one.leave();
    expect(emptied(fill('newcomer'))).toBe(8);
  });

  test('who has some calls where no permit is free is to have fewer; who has none meets a full house', () => {
    const { fill, fullFor, resume } = anAdmission();
    expect(fill('flood')).toHaveLength(8);
    for (let more = 0; more < 5; more += 1) resume('flood');
    expect([fullFor('flood'), fullFor('other')]).toEqual(['owner', 'everyone']);
  });

  test('a call that goes on in any case takes a permit, also beyond the last one', () => {
    const { fill, resume } = anAdmission();
    const entered = fill('flood');
    const resumed = Array.from({ length: 10 }, () => resume('flood'));
    expect(fill('other')).toHaveLength(0);
    emptied(entered);
    expect(fill('other')).toHaveLength(0);
    emptied(resumed);
    expect(fill('other')).toHaveLength(8);
  });

  test('few permits to begin with become more while they are needed, and fewer when they are not', () => {
    const { fill, read } = anAdmission({ callsMax: 1_000, callsStart: 100 });
    expect(emptied(fill('one'))).toBe(80);
    read(0);
    const grown = emptied(fill('one'));
    expect(grown).toBeGreaterThan(80);
    for (let interval = 0; interval < 50; interval += 1) {
      emptied(fill('one'));
      read(0);
    }
    expect(emptied(fill('one'))).toBe(800);
    read(0, 2);
    expect(emptied(fill('one'))).toBeLessThan(800);
    read(0, 500);
    expect(emptied(fill('one'))).toBe(80);
  });

  test('refusals are told together', () => {
    const { fill, read, warnings } = anAdmission();
    fill('flood');
    fill('flood');
    expect(warnings).toEqual([]);
    read(0);
    read(0);
    expect(warnings).toEqual([
      [expect.objectContaining({ refused: 2, calls: 8 }), 'calls were shed'],
    ]);
  });

  test('a call that may wait gets a permit when one comes free, and no later call overtakes', async () => {
    const { fill, enterSoon, read } = anAdmission();
    const entered = fill('flood');
    const first = enterSoon('flood');
    const second = enterSoon('flood');
    expect([first, second].map((one) => one instanceof Promise)).toEqual([true, true]);
    entered[0]?.leave();
    const permit = await first;
    expect(enterSoon('flood')).toBeInstanceOf(Promise);
    permit.leave();
    await second;
    expect(enterSoon('other')).not.toBeInstanceOf(Promise);
    read(0);
  });

  test('of more calls than can be served soon, what is too much is refused at once', () => {
    const { fill, enterSoon } = anAdmission();
    fill('flood');
    const entering = (): unknown => {
      const permit = enterSoon('flood');
      if (permit instanceof Promise) permit.catch(() => undefined);
      return permit;
    };
    expect(() => {
      for (let call = 0; call < 2_000; call += 1) entering();
    }).toThrow(expect.objectContaining({ code: 'overloaded', scope: 'owner' }));
  });
});
