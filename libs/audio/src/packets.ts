/** Counts the seconds of packets of one codec, one packet after the other. */
export type PacketSeconds = (packet: Buffer) => number;

const OPUS_RATE = 48_000;
/** No packet of Opus is longer: 120 ms. */
const OPUS_PACKET_SAMPLES_MAX = 5_760;
const SILK_SAMPLES = [480, 960, 1_920, 2_880];
const HYBRID_SAMPLES = [480, 960];
const CELT_SAMPLES = [120, 240, 480, 960];
const FIRST_HYBRID = 12;
const FIRST_CELT = 16;

/** The seconds of a packet of Opus by its first byte (RFC 6716, section 3.1). */
export function opusSeconds(packet: Buffer): number {
  const [first, second = 0] = packet;
  if (first === undefined) return 0;
  const mode = first >> 3;
  const frame =
    mode < FIRST_HYBRID
      ? SILK_SAMPLES[mode % 4]
      : mode < FIRST_CELT
        ? HYBRID_SAMPLES[mode % 2]
        : CELT_SAMPLES[mode % 4];
  const code = first & 3;
  const frames = code === 0 ? 1 : code === 3 ? second & 0x3f : 2;
  return Math.min(frames * (frame ?? 0), OPUS_PACKET_SAMPLES_MAX) / OPUS_RATE;
}

const VORBIS_MARK = '\x01vorbis';
const RATE_AT = 12;
const BLOCK_SIZES_AT = 28;

/**
 * The seconds of packets of Vorbis: half of its long blocks each, although some are short; which of
 * them are only a decoder knows.
 * @param head the first packet of the stream, or what holds it
 * @returns null for another codec
 */
export function vorbisSeconds(head: Buffer): PacketSeconds | null {
  const start = head.indexOf(VORBIS_MARK, 0, 'latin1');
  if (start < 0 || head.length <= start + BLOCK_SIZES_AT) return null;
  const rate = head.readUInt32LE(start + RATE_AT);
  const samples = 2 ** (head.readUInt8(start + BLOCK_SIZES_AT) >> 4) / 2;
  const seconds = rate === 0 ? 0 : samples / rate;
  // Packets of the head have odd first bytes.
  return ([first = 1]) => ((first & 1) === 0 ? seconds : 0);
}
