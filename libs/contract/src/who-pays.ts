/**
 * The default for how many answers of one owner a process reads to their end after their callers
 * have left.
 */
export const DRAINS_PER_OWNER_MAX = 64;

/** Who pays when a call ends as the outcome says. */
export interface PaymentRule {
  outcome: string;
  /** The amount that is taken from the caller's wallet. */
  callerPays: string;
  /** What the platform owes the provider, if anything, and charges to nobody. */
  platformAbsorbs: string;
  /** Where the counts of the charge come from. */
  usageFrom: string;
}

const NOTHING = 'nothing';
const NO_USAGE = 'there is none';

/**
 * Every outcome of a paid call. The documentation's page is made from it, and each row is tested
 * with each family of providers.
 */
export const WHO_PAYS = {
  refused: {
    outcome: 'Rejected before it was sent: 400, 401, 402, 403, 404, 409, 413, 415, 429, 503',
    callerPays: NOTHING,
    platformAbsorbs: NOTHING,
    usageFrom: NO_USAGE,
  },
  failed: {
    outcome:
      'The provider rejected the call or failed before any content: an error, a time-out, a reset, a malformed answer',
    callerPays: NOTHING,
    platformAbsorbs: 'what the provider bills anyway',
    usageFrom: NO_USAGE,
  },
  success: {
    outcome: 'Answered',
    callerPays: 'what was used',
    platformAbsorbs: NOTHING,
    usageFrom: 'the provider',
  },
  overrun: {
    outcome:
      'Answered, and the provider used more than the hold covers, though no more than the limits of the model and the ceiling that was sent allow',
    callerPays:
      'what was used: the hold, and at most twice as much again, as far as the credit that is still available and `X-Svc-Max-Credits` reach',
    platformAbsorbs: 'the rest',
    usageFrom: 'the provider',
  },
  implausible: {
    outcome:
      'Answered, and the provider reported impossible usage: a prompt above the context limit of the model, or output above the ceiling that was sent',
    callerPays:
      'the prompt and what was delivered, never more than the hold; the receipt says `implausible`',
    platformAbsorbs: 'what the provider charges above that',
    usageFrom: 'our estimate',
  },
  left_before_sending: {
    outcome: 'The caller left before the call was sent',
    callerPays: NOTHING,
    platformAbsorbs: NOTHING,
    usageFrom: NO_USAGE,
  },
  left_and_read: {
    outcome: 'The caller left, and the answer was read to its end',
    callerPays:
      'what was used; where the provider did not report it, the prompt and all that was made, never more than the hold',
    platformAbsorbs: NOTHING,
    usageFrom: 'the provider, else our estimate',
  },
  left_and_stopped: {
    outcome:
      'The caller left in the middle of a stream in which everything that was generated had been delivered, and the provider was stopped',
    callerPays:
      'the prompt and what was delivered: prose in Latin letters by its usual count, everything else counted upwards; never more than the hold',
    platformAbsorbs: 'what the provider bills above that',
    usageFrom: 'the larger of the provider’s counts so far and ours',
  },
  left_before_content: {
    outcome: 'The caller left such a stream before any content',
    callerPays: 'the prompt',
    platformAbsorbs: 'the rest of the provider’s invoice',
    usageFrom: 'the provider as far as it reported usage, else our upper bound',
  },
  left_and_unread: {
    outcome:
      'The caller left, more may have been generated than was delivered, and the answer could not be read to its end',
    callerPays: 'the hold',
    platformAbsorbs: NOTHING,
    usageFrom: 'the estimate that the hold was made of',
  },
  left_at_shutdown: {
    outcome: 'The caller left, and our own shutdown ended the reading',
    callerPays:
      'the prompt and what was delivered: prose in Latin letters by its usual count, everything else counted upwards; never more than the hold',
    platformAbsorbs: 'the rest of the provider’s invoice',
    usageFrom: 'the larger of the provider’s counts so far and ours',
  },
  broke: {
    outcome: 'The provider broke off after content',
    callerPays: 'the prompt and what was delivered',
    platformAbsorbs: 'the rest of the provider’s invoice',
    usageFrom: 'the larger of the provider’s counts so far and our estimate',
  },
  error_only: {
    outcome: 'The provider answered 200 with an error and no content',
    callerPays: NOTHING,
    platformAbsorbs: 'what the provider bills anyway',
    usageFrom: NO_USAGE,
  },
  usage_missing: {
    outcome: 'Answered, and the provider did not report usage',
    callerPays: 'the prompt and what was delivered, never more than the hold',
    platformAbsorbs: 'the difference',
    usageFrom: 'our estimate',
  },
  usage_zero: {
    outcome: 'Answered, and the provider reported that nothing was used',
    callerPays: NOTHING,
    platformAbsorbs: NOTHING,
    usageFrom: 'the provider',
  },
  crash: {
    outcome:
      'The gateway failed before the answer was complete, and there was no `Idempotency-Key`',
    callerPays: NOTHING,
    platformAbsorbs: 'what the provider charges for it',
    usageFrom: NO_USAGE,
  },
  crash_with_key: {
    outcome: 'The gateway failed, and the call was sent again under its `Idempotency-Key`',
    callerPays: 'what the last try used, once',
    platformAbsorbs: 'what the provider charges for earlier tries',
    usageFrom: 'the provider',
  },
  repeat: {
    outcome: 'An answer that was replayed, polled or requested twice under one key',
    callerPays: 'nothing more',
    platformAbsorbs: NOTHING,
    usageFrom: NO_USAGE,
  },
  image_refused: {
    outcome:
      'A Gemini model is to make an image, and answers that it makes none or keeps the image back',
    callerPays:
      'what the provider counts: the prompt and reasoning, and an image that it counts although it keeps it back; nothing where it counts nothing',
    platformAbsorbs: NOTHING,
    usageFrom: 'the provider',
  },
  speech_by_character: {
    outcome:
      'A text was read aloud by a model that is billed by the character; or its caller left, or the provider broke off after audio',
    callerPays: 'all characters of the text, which is also what was held',
    platformAbsorbs: NOTHING,
    usageFrom: 'our count of the text',
  },
  transcription_by_second: {
    outcome:
      'Audio was transcribed or translated by a model that is billed by the second; or its caller left once it was sent',
    callerPays: 'the begun seconds of the audio, and no less than the provider bills at least',
    platformAbsorbs: NOTHING,
    usageFrom:
      'the provider, where the audio can be as long as it reports; else our count of its frames, of which the hold is made',
  },
  transcription_broke: {
    outcome: 'The provider broke off a transcript, billed by tokens, after some of its text',
    callerPays: 'the audio and the text that came, never more than the hold',
    platformAbsorbs: 'the rest of the provider’s invoice',
    usageFrom: 'our estimate',
  },
  video_made: {
    outcome: 'A video was made, whether or not anybody fetches it',
    callerPays:
      'what was quoted, which is also what was held; less where the video came shorter than requested, never more where it came longer or taller',
    platformAbsorbs: 'what a longer or taller video is worth above the quote',
    usageFrom:
      'the file of the video; where it cannot be read, what was requested, with every default spelled out',
  },
  video_failed: {
    outcome:
      'A video failed, or its provider blocked it, no longer knows it or does not deliver it',
    callerPays: NOTHING,
    platformAbsorbs: 'what the provider bills anyway',
    usageFrom: NO_USAGE,
  },
  video_unknown: {
    outcome:
      'It is not known whether a video was made: the gateway failed while the provider was asked to begin it, or the provider was silent for a day',
    callerPays: NOTHING,
    platformAbsorbs: 'what the provider charges for it',
    usageFrom: NO_USAGE,
  },
  batch_line_answered: {
    outcome: 'A line of a batch was answered, whether or not anybody fetches its result',
    callerPays:
      'what was used, once, however often the line was sent; at the price of any call, or the batch price',
    platformAbsorbs: 'what the provider charges where an answer was lost and the line sent again',
    usageFrom: 'the provider',
  },
  batch_line_unanswered: {
    outcome:
      'A line of a batch was rejected, failed, or was not run before the batch was cancelled, stopped or expired, or its provider never said what became of it',
    callerPays: NOTHING,
    platformAbsorbs: 'what the provider bills anyway',
    usageFrom: NO_USAGE,
  },
} as const satisfies Record<string, PaymentRule>;

/** A row of {@link WHO_PAYS}. */
export type PaymentOutcome = keyof typeof WHO_PAYS;
