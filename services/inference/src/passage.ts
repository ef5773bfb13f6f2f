import type { Admission, Admittance } from '@tollgate/http/admission';

/** What decides how many calls this process has on its hands. */
export interface Admissions {
  /** For calls from their key to their end. */
  calls: Admission;
  /** For calls from their body to their hold, which are work of this process and of the ledger alone: no provider has a part in it. */
  entrance: Admission;
}

/** The places of one paid call. Steps that do not come, or come twice, do no harm. */
export interface Passage {
  /** Its key is known. @throws GatewayError `overloaded` */
  begin(ownerId: string): void;
  /** Its body is still under way: whoever sends slowly takes no place at the entrance from others. */
  waitForBody(): void;
  /** Its body has come. @throws GatewayError `overloaded` */
  arrive(): void;
  /** From here on it waits for a provider, its own or that of the call it repeats. */
  awaitProvider(): void;
  /** Its answer is a stream from now on. */
  streaming(): void;
  end(): void;
}

/** A passage that has no place yet. */
export function openPassage({ calls, entrance }: Admissions): Passage {
  let owner: string | undefined;
  let call: Admittance | undefined;
  let entering: Admittance | undefined;
  const leaveEntrance = (): void => {
    entering?.leave();
    entering = undefined;
  };
  return {
    begin(ownerId) {
      owner = ownerId;
      call = calls.enter(ownerId);
      entering = entrance.enter(ownerId);
    },
    waitForBody: leaveEntrance,
    arrive() {
      if (owner !== undefined) entering ??= entrance.enter(owner);
    },
    awaitProvider: leaveEntrance,
    streaming: () => call?.streaming(),
    end() {
      leaveEntrance();
      call?.leave();
    },
  };
}
