/** The reason why a call was cut. */
export type CutReason = 'first_byte' | 'idle' | 'total' | 'given_up' | 'too_large' | 'interim';

/** Thrown into a call to cut it. */
export class Cut extends Error {
  readonly reason: CutReason;

  constructor(reason: CutReason, options?: ErrorOptions) {
    super(`the call was cut: ${reason}`, options);
    this.name = 'Cut';
    this.reason = reason;
  }
}

/** The clocks of one call. */
export interface Deadline {
  /** From now on the provider may be silent for so long. */
  wait(ms: number, reason: 'first_byte' | 'idle'): void;
  /** Stops the clock of silence while we do not read; the total clock runs on. */
  rest(): void;
  /** Ends all clocks. */
  stop(): void;
}

/** Starts the clock of the whole call; `cut` is called at most once for each reason. */
export function createDeadline(totalMs: number, cut: (reason: CutReason) => void): Deadline {
  const total = setTimeout(() => cut('total'), totalMs);
  let silence: NodeJS.Timeout | null = null;
  let silenceMs = 0;
  let reason: 'first_byte' | 'idle' = 'first_byte';
  let isWaiting = false;
  const onSilence = (): void => {
    if (isWaiting) cut(reason);
  };
  return {
    wait(ms, why) {
      reason = why;
      isWaiting = true;
      // One timer serves the chunks of a stream: starting it again costs less than a new one.
      if (silence !== null && ms === silenceMs) {
        silence.refresh();
        return;
      }
      if (silence !== null) clearTimeout(silence);
      silenceMs = ms;
      silence = setTimeout(onSilence, ms);
    },
    rest() {
      isWaiting = false;
    },
    stop() {
      isWaiting = false;
      clearTimeout(total);
      if (silence !== null) clearTimeout(silence);
    },
  };
}
