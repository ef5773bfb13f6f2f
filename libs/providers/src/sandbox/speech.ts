import { ProviderError } from '../adapter/adapter.ts';
import type { LocalContext, LocalSpeech } from '../adapter/adapter.ts';
import type { SpeechPiece } from '../adapter/speech-wire.ts';
import { toFailure } from '../wire/failures.ts';
import { failureOf, readDirectives } from './directives.ts';
import type { Directives } from './directives.ts';
import { BYTES_PER_SAMPLE, SAMPLES_PER_SECOND, wavHeader } from '../wav.ts';
import { tone } from './wav.ts';

/** Samples of the tone of one character at normal speed: a twentieth of a second. */
const CHARACTER_SAMPLES = SAMPLES_PER_SECOND / 20;
/** The lowest tone, in hertz. */
const LOWEST_HERTZ = 220;
/** Half tones of an octave: the tones that there are, by the number of the character. */
const HALF_TONES = 12;
/** Tones of one piece of the answer. */
const PIECE_TONES = 20;
const SPACE = /^\s$/u;

/** A tone for each character of the text, silence for a space: the same bytes for the same text. */
export const sandboxSpeech: LocalSpeech = {
  speak({ input, terms }, _endpoint, context) {
    const wishes = readDirectives(input);
    const isFile = terms.responseFormat !== 'pcm';
    return {
      mediaType: isFile ? 'audio/wav' : 'audio/pcm',
      pieces: spoken(Array.from(input), { speed: terms.speed ?? 1, isFile, wishes, context }),
    };
  },
};

async function* spoken(
  characters: readonly string[],
  given: { speed: number; isFile: boolean; wishes: Directives; context: LocalContext },
): AsyncGenerator<SpeechPiece, void, void> {
  const { speed, isFile, wishes, context } = given;
  if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
  const failure = failureOf(wishes);
  if (failure !== null) throw new ProviderError(failure);
  const samples = Math.round(CHARACTER_SAMPLES / speed);
  const tones = createTones(samples);
  if (isFile) {
    const length = characters.length * samples * BYTES_PER_SAMPLE;
    yield { kind: 'audio', bytes: wavHeader(length) };
  }
  for (let start = 0; start < characters.length; start += PIECE_TONES) {
    if (wishes.breakAfter !== null && start >= wishes.breakAfter * PIECE_TONES) {
      const text = 'The sandbox was asked to break off.';
      throw new ProviderError(toFailure('unavailable', { status: 200, text }));
    }
    if (start > 0 && wishes.paceMs > 0) await context.sleep(wishes.paceMs);
    if (context.signal.aborted) {
      throw new ProviderError(toFailure('indeterminate', { status: 200 }));
    }
    const part = characters.slice(start, start + PIECE_TONES);
    yield { kind: 'audio', bytes: Buffer.concat(part.map(tones)) };
  }
}

/** The tones of characters, each made once. */
function createTones(samples: number): (character: string) => Buffer {
  const made = new Map<number, Buffer>();
  return (character) => {
    if (SPACE.test(character)) return Buffer.alloc(samples * BYTES_PER_SAMPLE);
    const step = (character.codePointAt(0) ?? 0) % HALF_TONES;
    const known = made.get(step);
    if (known !== undefined) return known;
    const fresh = tone(LOWEST_HERTZ * 2 ** (step / HALF_TONES), samples);
    made.set(step, fresh);
    return fresh;
  };
}
