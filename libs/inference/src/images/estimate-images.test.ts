import type { RequestContract } from '@tollgate/contract/request-contract';
import { rate } from '@tollgate/money/rating';
import type { Prices } from '@tollgate/money/rating';
import { imageContract, imageTokensOf } from '@tollgate/providers/openai/image-lines';
import { finishContract } from '@tollgate/providers/contract/contract';
import { estimateImages, usageOfImages } from './estimate-images.ts';
import type { AskedImages } from './estimate-images.ts';
import { imageTerms } from './resolve-images.ts';

const MODEL = 'gpt-image-1.5';
const SHOWN_PRICES: Prices = {
  input: 5_000_000n,
  output: 10_000_000n,
  image_input: 8_000_000n,
  image_output: 32_000_000n,
};
const PRICES: Prices = { input: 5_000_000n, output: 10_000_000n, image_output: 32_000_000n };

const NO_TOKENS = { image: 0, text: 0, shown: 0 };

function asked(request: object): AskedImages {
  const draft = imageContract(MODEL);
  const contract = draft === null ? null : finishContract(draft);
  if (contract === null) throw new Error('the contract is not complete');
  const terms = imageTerms(contract, { model: MODEL, prompt: 'x', ...request });
  const tokens = imageTokensOf(MODEL, terms) ?? NO_TOKENS;
  return { contract, terms, tokens, images: 0, shown: 0 };
}

test.each([
  [{ size: '1024x1024', quality: 'low' }, 272],
  [{ size: '1536x1024', quality: 'high' }, 6_208],
  [{ size: '1024x1536' }, 6_240],
  [{ quality: 'medium' }, 1_584],
  [{}, 6_240],
  [{ size: 'auto', quality: 'auto' }, 6_240],
])('an image of %j is held at its most tokens', (request, most) => {
  const estimate = estimateImages(asked({ n: 3, ...request }), 50, { prices: PRICES, upliftBp: 0 });
  expect(estimate?.usage).toMatchObject({ input: 50, image_output: 3 * most });
  expect(estimate?.amount).toBe(rate(estimate?.usage ?? {}, PRICES, 0));
});

test('no count up to the bounds costs more than the hold, whichever table of prices applies', () => {
  const prices: Prices = {
    ...PRICES,
    longContext: [{ aboveInputTokens: 20, prices: { image_output: 1_000_000n } }],
  };
  const images = asked({ quality: 'low', size: '1024x1024' });
  const amount = estimateImages(images, 50, { prices, upliftBp: 700 })?.amount ?? 0n;
  for (const input of [0, 20, 21, 50]) {
    for (const image_output of [1, 100, 272]) {
      expect(rate({ input, output: 10, image_output }, prices, 700)).toBeLessThanOrEqual(amount);
    }
  }
});

test('images without a price of their kind have no estimate', () => {
  const contract = {
    ...asked({}).contract,
    dimensions: ['image_1k_any', 'image_2k_any'],
  } satisfies RequestContract;
  const given = {
    contract,
    terms: { n: 2, resolution: '2k' },
    tokens: NO_TOKENS,
    images: 0,
    shown: 0,
  };
  const prices = { image_1k_any: 1n } as Prices;
  expect(estimateImages(given, 10, { prices, upliftBp: 0 })).toBeNull();
  expect(usageOfImages(given, { count: 2, input: 10 })).toEqual({ image_2k_any: 2 });
  expect(estimateImages({ ...given, terms: { n: 2 } }, 10, { prices, upliftBp: 0 })).toBeNull();
});

test.each([
  ['low', 1, 581],
  ['high', 1, 6_821],
  ['low', 17, 17 * 581],
])(
  'images that are edited in %s fidelity are held at their most tokens',
  (fidelity, shown, most) => {
    const edited = asked({ images: [], input_fidelity: fidelity, quality: 'low' });
    const given = { ...edited, images: shown, shown };
    const estimate = estimateImages(given, 50, { prices: SHOWN_PRICES, upliftBp: 0 });
    expect(estimate?.usage).toMatchObject({ input: 50, image_input: most });
    const used = { ...estimate?.usage, image_input: most - 1 };
    expect(rate(used, SHOWN_PRICES, 0)).toBeLessThan(estimate?.amount ?? 0n);
  },
);

test('images that are edited count as text for a model without a price for them', () => {
  const edited = asked({ images: [], quality: 'low' });
  const contract = { ...edited.contract, dimensions: ['input', 'image_output'] };
  const usage = usageOfImages({ ...edited, contract, images: 1, shown: 2 }, { count: 1, input: 7 });
  expect(usage).toMatchObject({ input: 7 + 2 * 581 });
  expect(usage.image_input).toBeUndefined();
});

test('images that are edited are paid by the piece where that has a price, masks are not', () => {
  const contract = { ...asked({}).contract, dimensions: ['image_any_any'] };
  const given = { contract, terms: { n: 2 }, tokens: NO_TOKENS, images: 3, shown: 4 };
  const prices = { image_any_any: 5_000n, image: 1_000n } as Prices;
  const estimate = estimateImages(given, 0, { prices, upliftBp: 0 });
  expect(estimate?.usage).toEqual({ image_any_any: 2, image: 3 });
});
