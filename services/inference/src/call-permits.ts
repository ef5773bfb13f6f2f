import type { Admission, Place } from '@tollgate/http/admission';

/** The two counters of places of this process. */
export interface Admissions {
  /** For calls from their key to their end. */
  calls: Admission;
  /**
   * For calls while this process works on them, which lets other calls wait: from the body to the hold, and from the provider's
   * answer to the end of ours.
   */
  work: Admission;
}

/** The places of one paid call. Steps that are left out or repeated do no harm. */
export interface CallPermits {
  /** The key of the call is known. Resolves when a place is free. @throws GatewayError `overloaded` */
  begin(ownerId: string): Promise<void>;
  /** The body is still under way: a client that sends slowly takes no place from other calls. */
  waitForBody(): void;
  /** The body has come. Resolves when a place is free. @throws GatewayError `overloaded` */
  arrive(): Promise<void>;
  /** From here on the call waits for a provider: for its own, or for that of the call that it repeats. */
  awaitProvider(): void;
  /** The provider has answered: settling and sending the answer are left, and are not refused any more. */
  finish(): void;
  /** The answer is a stream from now on. */
  streaming(): void;
  end(): void;
}

/** The places of a call that holds none yet. */
export function openCallPermits({ calls, work }: Admissions): CallPermits {
  let owner: string | undefined;
  let call: Place | undefined;
  let working: Place | undefined;
  let hasEnded = false;
  const enterWork = async (ownerId: string): Promise<void> => {
    const place = await work.enterSoon(ownerId);
    if (hasEnded) place.leave();
    else working = place;
  };
  const rest = (): void => {
    working?.leave();
    working = undefined;
  };
  return {
    async begin(ownerId) {
      owner = ownerId;
      call = calls.enter(ownerId);
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
      call?.leave();
    },
  };
}
