import { GatewayError } from '@tollgate/contract/error-codes';
import { AUDIO_SECONDS_MAX } from '@tollgate/contract/transcription';
import { measureAudio, UnreadableAudio } from '@tollgate/audio/measure';
import type { MeasuredAudio } from '@tollgate/audio/measure';

/** "Each sample must be between 2 and 10 seconds", of `TranscriptionCreateParams`. */
const REFERENCE_SECONDS_MAX = 10;
/** Encoders add a little silence. */
const REFERENCE_SLACK_SECONDS = 0.2;
const DATA_URL =
  /^data:[\w.+/-]{1,100}(?:;[\w=.+-]{1,100}){0,4};base64,(?<content>[A-Za-z0-9+/=]+)$/u;

/** @throws GatewayError `invalid_request` for what is no audio, or lasts too long */
export async function readAudio(bytes: Buffer, param = 'file'): Promise<MeasuredAudio> {
  const audio = await measured(bytes, param);
  if (audio.seconds <= AUDIO_SECONDS_MAX) return audio;
  throw fault(param, `lasts longer than ${AUDIO_SECONDS_MAX} seconds`);
}

/**
 * The seconds of samples of voices.
 * @throws GatewayError `invalid_request`
 */
export async function referenceSeconds(references: readonly string[] = []): Promise<number> {
  let sum = 0;
  for (const [index, reference] of references.entries()) {
    const param = `known_speaker_references[${index}]`;
    const { content } = DATA_URL.exec(reference)?.groups ?? {};
    if (content === undefined) throw fault(param, 'must be a data URL with audio in base64');
    const { seconds } = await readAudio(Buffer.from(content, 'base64'), param);
    if (seconds > REFERENCE_SECONDS_MAX + REFERENCE_SLACK_SECONDS) {
      throw fault(param, `lasts longer than ${REFERENCE_SECONDS_MAX} seconds`);
    }
    sum += seconds;
  }
  return sum;
}

async function measured(bytes: Buffer, param: string): Promise<MeasuredAudio> {
  try {
    return await measureAudio(bytes);
  } catch (error) {
    if (error instanceof UnreadableAudio) throw fault(param, error.message, error);
    throw error;
  }
}

function fault(param: string, words: string, cause?: unknown): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param, cause });
}
