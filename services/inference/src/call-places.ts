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
export interface CallPlaces {
  /** The key of the call is known. @throws GatewayError `overloaded` */
  begin(ownerId: string): void;
  /** The body is still under way: a client that sends slowly takes no place from other calls. */
  waitForBody(): void;
  /** The body has come. @throws GatewayError `overloaded` */
  arrive(): void;
  /** From here on the call waits for a provider: for its own, or for that of the call that it repeats. */
  awaitProvider(): void;
  /** The provider has answered: settling and sending the answer are left, and are not refused any more. */
  finish(): void;
  /** The answer is a stream from now on. */
  streaming(): void;
  end(): void;
}

/** The places of a call that holds none yet. */
export function openCallPlaces({ calls, work }: Admissions): CallPlaces {
  let owner: string | undefined;
  let call: Place | undefined;
  let working: Place | undefined;
  const rest = (): void => {
    working?.leave();
    working = undefined;
  };
  return {
    begin(ownerId) {
      owner = ownerId;
      call = calls.enter(ownerId);
      working = work.enter(ownerId);
    },
    waitForBody: rest,
    arrive() {
      if (owner !== undefined) working ??= work.enter(owner);
    },
    awaitProvider: rest,
    finish() {
      if (owner !== undefined) working ??= work.resume(owner);
    },
    streaming: () => call?.streaming(),
    end() {
      rest();
      call?.leave();
    },
  };
}
