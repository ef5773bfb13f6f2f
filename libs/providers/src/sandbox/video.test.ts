import { videoTerms } from '../adapter/video-terms.ts';
import { finishContract } from '../contract/contract.ts';
import { sandboxContract } from './contract.ts';
import { sandboxVideo } from './video.ts';

const draft = sandboxContract('film');
const contract = draft === null ? null : finishContract(draft);
if (contract === null) throw new Error('the sandbox has a video');

const made = (prompt: string, wishes: object = {}, more: object = {}): Buffer =>
  sandboxVideo.make({
    token: 'a-token',
    prompt,
    terms: videoTerms(contract, { pictures: 0, ...wishes }),
    references: [],
    ...more,
  });

/** The boxes of an MP4 file, by name, each with where its content begins and its length. */
function boxesIn(file: Buffer): [name: string, start: number, length: number][] {
  const boxes: [string, number, number][] = [];
  for (let at = 0; at < file.length;) {
    const length = file.readUInt32BE(at);
    boxes.push([file.toString('latin1', at + 4, at + 8), at + 8, length - 8]);
    at += length;
  }
  return boxes;
}

describe('a video of the sandbox', () => {
  test('is the same for the same words, and another for others', () => {
    expect(made('a sea').equals(made('a sea'))).toBe(true);
    expect(made('a sea').equals(made('a storm'))).toBe(false);
    expect(made('a sea').equals(made('a sea', {}, { seed: 1 }))).toBe(false);
  });

  test('is an MP4 file whose index stands first and leads to its pictures', () => {
    const file = made('a sea', { seconds: 3 });
    const boxes = boxesIn(file);
    expect(boxes.map(([name]) => name)).toEqual(['ftyp', 'moov', 'mdat']);
    const [, , [, start, length] = ['', 0, 0]] = boxes;
    const index = file.indexOf('stco') + 12;
    expect(file.readUInt32BE(index)).toBe(start);
    const sizes = file.indexOf('stsz') + 12;
    const pictures = file.readUInt32BE(sizes);
    const bytes = Array.from({ length: pictures }, (_none, at) =>
      file.readUInt32BE(sizes + 4 + at * 4),
    );
    expect(pictures).toBe(72);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(length);
  });

  test.each([
    ['360p', '16:9', 640, 360],
    ['360p', '9:16', 360, 640],
    ['720p', '16:9', 1_280, 720],
  ])('has the size that was asked for: %s in %s', (resolution, aspectRatio, width, height) => {
    const file = made('a sea', { resolution, aspectRatio });
    const entry = file.indexOf('avc1', file.indexOf('stsd')) + 28;
    expect([file.readUInt16BE(entry), file.readUInt16BE(entry + 2)]).toEqual([width, height]);
    expect(file.length).toBeLessThan(20_000);
  });
});
