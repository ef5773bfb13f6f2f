/** A picture of one colour that does not move. */
export interface Still {
  width: number;
  height: number;
  /** Brightness and two differences of colour, each from 1 to 254. */
  colour: readonly [number, number, number];
}

/** What a player needs to know before the first picture, without lengths and start codes. */
export interface StillHeaders {
  sequence: Buffer;
  picture: Buffer;
}

/** Macroblocks are squares of so many pixels. */
const BLOCK = 16;
const BLOCK_BRIGHTNESS = 256;
const BLOCK_COLOUR = 64;
const PROFILE = { id: 66, constraints: 0xc0, level: 31 } as const;
const FRAME_NUMBERS = 256;
/** Types of units, with the bits that mark them as needed by others. */
const UNIT = { sequence: 0x67, picture: 0x68, first: 0x65, next: 0x41 } as const;
const RAW_BLOCK = 25;
/** A block that continues its neighbours, without anything of its own. */
const EVEN_BLOCK = 3;
const NO_COEFFICIENTS = [1, 1] as const;
/** The code of no coefficients beside a raw block, which counts as full of coefficients. */
const NO_COEFFICIENTS_BESIDE_RAW = [0b000011, 6] as const;

/** Bits in the order in which H.264 (ISO/IEC 14496-10) writes them. */
class Bits {
  readonly #bytes: number[] = [];
  #open = 0;
  #count = 0;

  bits(value: number, count: number): this {
    for (let at = count - 1; at >= 0; at -= 1) {
      this.#open = this.#open * 2 + (Math.floor(value / 2 ** at) % 2);
      this.#count += 1;
      if (this.#count === 8) this.#flush();
    }
    return this;
  }

  /** A whole number from 0 on, short numbers in fewer bits. */
  number(value: number): this {
    const length = Math.floor(Math.log2(value + 1));
    return this.bits(0, length).bits(value + 1, length + 1);
  }

  align(): this {
    while (this.#count !== 0) this.bits(0, 1);
    return this;
  }

  raw(value: number, times: number): this {
    for (let at = 0; at < times; at += 1) this.#bytes.push(value);
    return this;
  }

  /** A unit: its type, then the bits, in which nothing looks like the start of a unit. */
  unit(type: number): Buffer {
    this.bits(1, 1).align();
    const safe: number[] = [];
    for (const byte of this.#bytes) {
      const isStart = safe.at(-1) === 0 && safe.at(-2) === 0 && byte <= 3;
      if (isStart) safe.push(3);
      safe.push(byte);
    }
    return Buffer.from([type, ...safe]);
  }

  #flush(): void {
    this.#bytes.push(this.#open);
    this.#open = 0;
    this.#count = 0;
  }
}

const blocksOf = (pixels: number): number => Math.ceil(pixels / BLOCK);
/** Surplus pixels of whole blocks, in pairs. */
const surplusOf = (pixels: number): number => (blocksOf(pixels) * BLOCK - pixels) / 2;

/** The headers of pictures of a size. */
export function stillHeaders({ width, height }: Pick<Still, 'width' | 'height'>): StillHeaders {
  const sequence = new Bits()
    .bits(PROFILE.id, 8)
    .bits(PROFILE.constraints, 8)
    .bits(PROFILE.level, 8)
    .number(0)
    .number(Math.log2(FRAME_NUMBERS) - 4)
    .number(2)
    .number(1)
    .bits(0, 1)
    .number(blocksOf(width) - 1)
    .number(blocksOf(height) - 1)
    .bits(0b11, 2)
    .bits(1, 1)
    .number(0)
    .number(surplusOf(width))
    .number(0)
    .number(surplusOf(height))
    .bits(0, 1);
  const picture = new Bits()
    .number(0)
    .number(0)
    .bits(0b00, 2)
    .number(0)
    .number(0)
    .number(0)
    .bits(0b000, 3)
    .number(0)
    .number(0)
    .number(0)
    .bits(0b100, 3);
  return { sequence: sequence.unit(UNIT.sequence), picture: picture.unit(UNIT.picture) };
}

/**
 * The first picture: its first block is written pixel by pixel, and every other one continues it.
 */
export function firstPicture({ width, height, colour }: Still): Buffer {
  const [across, down] = [blocksOf(width), blocksOf(height)];
  const [brightness, blue, red] = colour;
  const bits = sliceHeader(7, 0).number(0).bits(0b00, 2).number(0).number(1);
  bits.number(RAW_BLOCK).align();
  bits.raw(brightness, BLOCK_BRIGHTNESS).raw(blue, BLOCK_COLOUR).raw(red, BLOCK_COLOUR);
  for (let block = 1; block < across * down; block += 1) {
    const isBesideRaw = block === 1 ? across > 1 : block === across;
    const [code, length] = isBesideRaw ? NO_COEFFICIENTS_BESIDE_RAW : NO_COEFFICIENTS;
    bits.number(EVEN_BLOCK).number(0).number(0).bits(code, length);
  }
  return bits.unit(UNIT.first);
}

/** A further picture that is the one before. @param index from 1 on */
export function nextPicture(
  { width, height }: Pick<Still, 'width' | 'height'>,
  index: number,
): Buffer {
  return sliceHeader(5, index % FRAME_NUMBERS)
    .bits(0b000, 3)
    .number(0)
    .number(1)
    .number(blocksOf(width) * blocksOf(height))
    .unit(UNIT.next);
}

function sliceHeader(type: number, frameNumber: number): Bits {
  return new Bits().number(0).number(type).number(0).bits(frameNumber, Math.log2(FRAME_NUMBERS));
}
