const HEADER_BYTES = 44;
const SAMPLES_PER_SECOND = 8_000;

/**
 * Silence as a WAV file of 8,000 bytes a second.
 * @param given.claimed seconds that its head names; absent: the truth
 */
export function aWav(seconds: number, given: { claimed?: number } = {}): Buffer {
  const length = Math.round(seconds * SAMPLES_PER_SECOND);
  const claimed = Math.round((given.claimed ?? seconds) * SAMPLES_PER_SECOND);
  const wav = Buffer.alloc(HEADER_BYTES + length, 0x80);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(HEADER_BYTES - 8 + claimed, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  wav.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  wav.writeUInt16LE(1, 32);
  wav.writeUInt16LE(8, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(claimed, 40);
  return wav;
}

/** A form with a file, and fields beside it; a list is a field with several values. */
export function aFormWith(
  file: Buffer,
  fields: Readonly<Record<string, string | readonly string[]>>,
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one);
  }
  form.append('file', new Blob([new Uint8Array(file)]), 'talk.wav');
  return form;
}

/** A short silence as a data URL, for JSON. */
export const WAV_URL = `data:audio/wav;base64,${aWav(0.01).toString('base64')}`;
