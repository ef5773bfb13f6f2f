import type { GatewayError } from '@tollgate/contract/error-codes';
import { familyById } from '@tollgate/providers/families';
import type { Target } from '../catalogue/resolve.ts';
import { drawnBytes, imageCalls, imageRun, imageTool, withImageModel } from './image-tool.ts';

const TOOL = { type: 'image_generation' } as const;
const LOW = { ...TOOL, quality: 'low', size: '1024x1024' } as const;
const target = { family: familyById('openai') } as unknown as Target;
const picture = { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,x' } };
const runOf = (tool: object, more: object = {}) =>
  imageRun(target, { tool: { ...TOOL, ...tool }, messages: [], calls: 1, ...more });

test('the model is named, because the provider would choose a dearer one', () => {
  expect(withImageModel(TOOL)).toEqual({ model: 'gpt-image-2', ...TOOL });
  const other = { ...TOOL, model: 'gpt-image-2-2026-04-21' };
  expect(withImageModel(other)).toEqual(other);
  expect(imageTool([{ type: 'mcp' }, TOOL])).toBe(TOOL);
});

test('an image is held at the most of its quality and size, or of all', () => {
  expect(runOf(LOW)).toEqual({
    most: { image_input: 32_000, image_output: 196 + 2_048 },
    least: 196,
  });
  expect(runOf({})?.most.image_output).toBe(23_719 + 2_048);
  expect(runOf({ quality: 'high' })?.most.image_output).toBe(23_719 + 2_048);
  expect(runOf({})?.least).toBe(196);
  expect(runOf({ ...LOW, partial_images: 3 })?.most.image_output).toBe(196 + 2_048 + 300);
});

test('each image of the conversation, a mask and images made before may be read', () => {
  const shown = 16_384;
  const messages = [{ role: 'user' as const, content: [picture, picture] }];
  expect(runOf(LOW, { messages })?.most.image_input).toBe(32_000 + 2 * shown);
  expect(runOf(LOW, { calls: 3 })?.most.image_input).toBe(32_000 + 2 * shown);
  const masked = { ...LOW, input_image_mask: { image_url: 'data:image/png;base64,x' } };
  expect(runOf(masked, { messages })?.most.image_input).toBe(32_000 + 3 * shown);
  const many = [{ role: 'user' as const, content: Array.from({ length: 40 }, () => picture) }];
  expect(runOf(masked, { messages: many })?.most.image_input).toBe(32_000 + 17 * shown);
});

test('one answer holds so many images, and no more are asked for', () => {
  expect(imageCalls(TOOL, null)).toBe(3);
  expect(imageCalls(LOW, null)).toBe(5);
  expect(imageCalls(LOW, 15)).toBe(15);
  const refusal = (asked: number): unknown => {
    try {
      return imageCalls(LOW, asked);
    } catch (error) {
      return (error as GatewayError).param;
    }
  };
  expect(refusal(16)).toBe('max_tool_calls');
  expect(drawnBytes(LOW, 2)).toBeGreaterThan(2 * 1_024 * 1_024 * 4);
  expect(drawnBytes(TOOL, 50)).toBe(67_108_864);
});

test('only OpenAI itself is known to have the model that is named', () => {
  const ruleAt = (family: string) =>
    familyById(family)?.contract('gpt-5.4')?.parameters['image_generation'];
  expect(ruleAt('openai')).toEqual({ supported: true, values: ['responses'] });
  expect(ruleAt('openai-responses')).toBeUndefined();
  expect(ruleAt('openai-compatible')).toBeUndefined();
  const claude = { family: familyById('anthropic') } as unknown as Target;
  expect(imageRun(claude, { tool: TOOL, messages: [], calls: 1 })).toBeNull();
});
