import type { GatewayError } from '@tollgate/contract/error-codes';
import { SPEECH_MEDIA_TYPES } from '@tollgate/contract/speech';
import type { SpeechEvent } from '@tollgate/contract/speech';
import type { UsageCounts } from '@tollgate/money/rating';
import type { AnswerSink } from '../call.ts';
import { CHAT_FRAMES } from './stream-encoder.ts';
import type { KeptSpeech } from '../speech/kept-speech.ts';
import type { SpeechPlan } from '../speech/plan-speech.ts';

/** What OpenAI and most providers send where a request names no format. */
const USUAL_FORMAT = 'mp3';

/** The answer towards the caller: the file, or events. */
export interface SpeechOut {
  /** The head of the answer, as it is kept under a key. */
  headers: Readonly<Record<string, string>>;
  /** Sends the next bytes of the file; resolves when the caller can take more. */
  write(bytes: Uint8Array): Promise<void>;
  /** What stands behind the file; nothing where the answer is the file alone. */
  tail(usage: UsageCounts, cost: number | undefined): Buffer;
  /** Ends a whole answer. @param tail as {@link tail} gave it */
  end(tail: Buffer): Promise<void>;
  /** Ends an answer that broke off: with an event, or with the connection. */
  breakOff(error: GatewayError, requestId: string): Promise<void>;
}

/**
 * Opens the answer.
 * @param given.mediaType of the file as the provider names it
 * @param given.kept keeps what is sent; null without a key
 */
export function openSpeechOut(
  { isEvents, asked, endsAtMs }: Pick<SpeechPlan, 'isEvents' | 'asked' | 'endsAtMs'>,
  sink: AnswerSink,
  given: {
    headers: Readonly<Record<string, string>>;
    mediaType: string | null;
    kept: KeptSpeech | null;
  },
): SpeechOut {
  const { kept } = given;
  if (isEvents) return openEvents(sink, { ...given, endsAtMs });
  const type = given.mediaType ?? SPEECH_MEDIA_TYPES[asked.format ?? USUAL_FORMAT];
  const headers = { ...given.headers, 'content-type': type };
  const out = sink.openFile(headers, endsAtMs);
  return {
    headers,
    async write(bytes) {
      kept?.add(bytes);
      await out.write(bytes);
    },
    tail: () => Buffer.alloc(0),
    async end() {
      out.end();
    },
    async breakOff() {
      out.breakOff();
    },
  };
}

function openEvents(
  sink: AnswerSink,
  {
    headers,
    kept,
    endsAtMs,
  }: {
    headers: Readonly<Record<string, string>>;
    kept: KeptSpeech | null;
    endsAtMs: number | undefined;
  },
): SpeechOut {
  const out = sink.openStream(headers, endsAtMs);
  const send = async (frames: string): Promise<void> => {
    kept?.add(Buffer.from(frames));
    await out.write(frames);
  };
  return {
    headers: { ...headers, 'content-type': 'text/event-stream' },
    write: (bytes) =>
      send(frameOf({ type: 'speech.audio.delta', audio: Buffer.from(bytes).toString('base64') })),
    tail: ({ input = 0, output = 0 }, cost) => {
      const usage = {
        input_tokens: input,
        output_tokens: output,
        total_tokens: input + output,
        ...(cost === undefined ? {} : { cost }),
      };
      return Buffer.from(frameOf({ type: 'speech.audio.done', usage }));
    },
    async end(tail) {
      await out.write(tail.toString('utf8'));
      out.end();
    },
    async breakOff(error, requestId) {
      await out.write(CHAT_FRAMES.failure(error, requestId));
      out.end();
    },
  };
}

function frameOf(event: SpeechEvent): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
