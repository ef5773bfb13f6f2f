import type { CallTimes } from '@tollgate/catalog/rows';

/** Nobody sets limits for the sandbox. */
export const UNLIMITED: CallTimes = { firstByteSeconds: null, totalSeconds: null };

/** The limits that administrators set for a target: the model's, else the credential's. */
export function timesOf(model: CallTimes, credential: CallTimes): CallTimes {
  return {
    firstByteSeconds: model.firstByteSeconds ?? credential.firstByteSeconds,
    totalSeconds: model.totalSeconds ?? credential.totalSeconds,
  };
}
