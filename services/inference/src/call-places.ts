import type { Admission, Place } from '@tollgate/http/admission';

/** What decides how many calls this process has on its hands. */
export interface Admissions {
  /** For calls from their key to their end. */
  calls: Admission;
  /**
   * For calls while they are work of ours alone and each waits for the others: from their body to their hold, and from their provider's
   * answer to ours.
   */
  work: Admission;
}

/** The places of one paid call. Steps that do not come, or come twice, do no harm. */
export interface CallPlaces {
  /** Its key is known. @throws GatewayError `overloaded` */
  begin(ownerId: string): void;
  /** Its body is still under way: whoever sends slowly keeps no place from others. */
  waitForBody(): void;
  /** Its body has come. @throws GatewayError `overloaded` */
  arrive(): void;
  /** From here on it waits for a provider, its own or that of the call it repeats. */
  awaitProvider(): void;
  /** The provider's answer is there: what is left is work of ours, which nothing stops any more. */
  finish(): void;
  /** Its answer is a stream from now on. */
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
