import type { Admission, Permit } from '@tollgate/http/admission';
import type { Billing } from '@tollgate/billing-client/billing-client';

/** The two counters of permits of this process. */
export interface Admissions {
  /** For calls from their key to their end. */
  calls: Admission;
  /**
   * For calls while this process works on them, which lets other calls wait: from the body to the
   * hold, and from the provider's answer to the end of ours.
   */
  work: Admission;
}

/**
 * Takes room for what a call uploads; waits for a while where there is none.
 * @returns gives the room back
 * @throws GatewayError `overloaded`
 */
export type TakeRoom = (ownerId: string) => Promise<() => void>;

/** The permits of one paid call. Steps that are left out or repeated do no harm. */
export interface CallPermits {
  /**
   * The key of the call is known. Resolves when a permit is free, and room for its upload.
   * @throws GatewayError `overloaded`
   */
  begin(ownerId: string): Promise<void>;
  /** The body is still under way: a client that sends slowly takes no permit from other calls. */
  waitForBody(): void;
  /** The body has come. Resolves when a permit is free. @throws GatewayError `overloaded` */
  arrive(): Promise<void>;
  /**
   * From here on the call waits for a provider: for its own, or for that of the call that it
   * repeats.
   */
  awaitProvider(): void;
  /**
   * The provider has answered: settling and sending the answer are left, and are not refused any
   * more.
   */
  finish(): void;
  /** The answer is a stream from now on. */
  streaming(): void;
  end(): void;
}

/**
 * The permits of a call that holds none yet.
 * @param takeRoom before the body is read; the room is given back at the end of the call
 */
export function openCallPermits({ calls, work }: Admissions, takeRoom?: TakeRoom): CallPermits {
  let giveRoomBack = (): void => undefined;
  let owner: string | undefined;
  let call: Permit | undefined;
  let working: Permit | undefined;
  let hasEnded = false;
  const enterWork = async (ownerId: string): Promise<void> => {
    const permit = await work.enterSoon(ownerId);
    if (hasEnded) permit.leave();
    else working = permit;
  };
  const enterRoom = async (take: TakeRoom, ownerId: string): Promise<void> => {
    const giveBack = await take(ownerId);
    if (hasEnded) giveBack();
    else giveRoomBack = giveBack;
  };
  const rest = (): void => {
    working?.leave();
    working = undefined;
  };
  return {
    async begin(ownerId) {
      owner = ownerId;
      call = calls.enter(ownerId);
      // Before the permit to work: an upload that waits for room takes none from other calls.
      if (takeRoom !== undefined) await enterRoom(takeRoom, ownerId);
      await enterWork(ownerId);
    },
    waitForBody: rest,
    async arrive() {
      if (owner !== undefined && working === undefined) await enterWork(owner);
    },
    awaitProvider: rest,
    finish() {
      if (owner !== undefined) working ??= work.resume(owner);
    },
    streaming: () => call?.streaming(),
    end() {
      hasEnded = true;
      rest();
      giveRoomBack();
      giveRoomBack = () => undefined;
      call?.leave();
    },
  };
}

/**
 * A client of billing that also reports to the admission how long each hold took. An overloaded
 * ledger or machine shows in this time, and neither a provider nor a slow caller has a part in it.
 * A hold that waits for its own locked wallet is not counted, because other calls do not wait for
 * that wallet.
 */
export function watchHolds(billing: Billing, admission: Pick<Admission, 'waited'>): Billing {
  return {
    ...billing,
    async reserve(item, listener) {
      const startedMs = performance.now();
      let isLocked = false;
      const locked = (): void => {
        isLocked = true;
        listener?.locked();
      };
      try {
        return await billing.reserve(item, { locked });
      } finally {
        if (!isLocked) admission.waited(performance.now() - startedMs);
      }
    },
  };
}
