/** Samples a second, as speech of OpenAI and Google has. */
export const SAMPLES_PER_SECOND = 24_000;
/** Bytes of a sample: 16 bits with a sign, little-endian, one channel. */
export const BYTES_PER_SAMPLE = 2;

const HEADER_BYTES = 44;
const FORMAT_BYTES = 16;
const PCM = 1;
const CHANNELS = 1;
const BITS_PER_BYTE = 8;
/** What encoders that write while they read put where a length stands: players read to the end. */
const UNKNOWN_BYTES = 0xff_ff_ff_ff;

/**
 * The header of a WAV file (RIFF, PCM).
 * @param bytes of samples behind it; null where this is not known yet
 * @param rate samples a second
 */
export function wavHeader(bytes: number | null, rate: number = SAMPLES_PER_SECOND): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(bytes === null ? UNKNOWN_BYTES : HEADER_BYTES - BITS_PER_BYTE + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(FORMAT_BYTES, 16);
  header.writeUInt16LE(PCM, 20);
  header.writeUInt16LE(CHANNELS, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(BYTES_PER_SAMPLE * BITS_PER_BYTE, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes ?? UNKNOWN_BYTES, 40);
  return header;
}
