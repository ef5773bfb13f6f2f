import { BYTES_PER_SAMPLE, SAMPLES_PER_SECOND } from '../wav.ts';

/** A sine tone that swells and fades, so that tones in a row do not click. */
export function tone(hertz: number, samples: number): Buffer {
  const bytes = Buffer.alloc(samples * BYTES_PER_SAMPLE);
  for (let at = 0; at < samples; at += 1) {
    const loudness = LOUDNESS * Math.sin((Math.PI * at) / samples);
    const swing = Math.sin((2 * Math.PI * hertz * at) / SAMPLES_PER_SECOND);
    bytes.writeInt16LE(Math.round(loudness * swing), at * BYTES_PER_SAMPLE);
  }
  return bytes;
}

/** A quarter of the loudest sample. */
const LOUDNESS = 8_192;
