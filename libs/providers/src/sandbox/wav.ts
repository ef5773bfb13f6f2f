/** Samples a second, as speech of OpenAI has. */
export const SAMPLES_PER_SECOND = 24_000;
/** Bytes of a sample: 16 bits with a sign, little-endian, one channel. */
export const BYTES_PER_SAMPLE = 2;

const HEADER_BYTES = 44;
const FORMAT_BYTES = 16;
const PCM = 1;
const CHANNELS = 1;
const BITS_PER_BYTE = 8;

/** The header of a WAV file (RIFF, PCM) with so many bytes of samples behind it. */
export function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - BITS_PER_BYTE + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(FORMAT_BYTES, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(BYTES_PER_SAMPLE * BITS_PER_BYTE, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
}

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
