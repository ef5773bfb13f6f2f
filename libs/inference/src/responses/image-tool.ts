import type { ChatRequest } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { OpenaiTools } from '@tollgate/contract/openai-runs';
import { IMAGE_TOOL_MODELS } from '@tollgate/contract/openai-tools';
import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ImageRun } from '@tollgate/contract/server-tools';
import { WEB_SEARCHES_DEFAULT } from '@tollgate/contract/web-search';
import { PARTIAL_IMAGE_TOKENS } from '@tollgate/providers/adapter/image-wire';
import { IMAGE_REPLY_BYTES_MAX } from '@tollgate/providers/engine/stream-bounds';
import { imageBytes } from '../images/image-room.ts';
import type { Target } from '../catalogue/resolve.ts';

type Tool = OpenaiTools['tools'][number];

/** What the fewest tokens of an image are taken from, where the provider chooses. */
const SMALLEST = { size: '1024x1024', quality: 'low' } as const;
const AUTO = 'auto';
/** The longest prompt of a model of images whose contract says nothing of it, in tokens. */
const PROMPT_TOKENS_UNSAID = 32_000;

/** The tool among these that makes images; undefined for none. */
export function imageTool(tools: readonly Tool[]): Tool | undefined {
  return tools.find(({ type }) => type === 'image_generation');
}

/**
 * The tool as it goes to the provider, which would choose another model of other prices where none
 * is named.
 */
export function withImageModel(tool: Tool): Tool {
  return tool.type === 'image_generation' ? { model: IMAGE_TOOL_MODELS[0], ...tool } : tool;
}

/**
 * The most calls of a request whose tools make images: one answer holds so many of their size.
 * @param asked by the caller; null where the caller names none
 * @throws GatewayError `invalid_request` for more
 */
export function imageCalls(tool: Tool, asked: number | null): number {
  const most = Math.max(1, Math.floor(IMAGE_REPLY_BYTES_MAX / bytesOf(tool)));
  if (asked === null) return Math.min(WEB_SEARCHES_DEFAULT, most);
  if (asked <= most) return asked;
  throw new GatewayError(
    'invalid_request',
    `One answer holds ${most} images of this size at most. Lower max_tool_calls, or name a smaller size.`,
    { param: 'max_tool_calls' },
  );
}

/** The bytes that a reply with so many images may have. */
export function drawnBytes(tool: Tool, calls: number): number {
  return Math.min(bytesOf(tool) * calls, IMAGE_REPLY_BYTES_MAX);
}

function bytesOf(tool: Tool): number {
  return imageBytes({ parameters: {} }, { n: 1, ...termsOf(tool) });
}

/** What a request has images made of. */
interface Asked {
  tool: Tool;
  messages: ChatRequest['messages'];
  calls: number;
}

/**
 * The tokens of each image at a target. The model behind the tool may read the prompt that the one
 * in front writes for it, and every image of the conversation, with those that were made before.
 * @returns null where the provider of the target has no such model
 */
export function imageRun({ family }: Target, asked: Asked): ImageRun | null {
  const model = textOf(asked.tool['model']) ?? IMAGE_TOOL_MODELS[0];
  const contract = family.contract(model);
  const terms = termsOf(asked.tool);
  const tokens = family.imageTokens?.(model, terms) ?? null;
  const least = family.imageTokens?.(model, smallestOf(terms)) ?? null;
  if (contract === null || tokens === null || least === null) return null;
  const { partial_images: previews } = asked.tool;
  const previewed = typeof previews === 'number' ? previews * PARTIAL_IMAGE_TOKENS : 0;
  return {
    most: {
      image_input: readFor(contract, asked, tokens.shown),
      image_output: tokens.image + tokens.text + previewed,
    },
    least: least.image,
  };
}

/** The tokens that the model of a contract reads for one image. */
function readFor(
  { limits, parameters }: ContractDraft,
  { tool, messages, calls }: Asked,
  each: number,
): number {
  const mask = Number(tool['input_image_mask'] !== undefined);
  const shown = imagesIn(messages) + mask + calls - 1;
  const most = (parameters['images']?.maximum ?? 0) + mask;
  return (limits.context_tokens ?? PROMPT_TOKENS_UNSAID) + Math.min(shown, most) * each;
}

interface Terms {
  size?: string;
  quality?: string;
}

function termsOf({ size, quality }: Tool): Terms {
  const [given, wished] = [textOf(size), textOf(quality)];
  return {
    ...(given === undefined ? {} : { size: given }),
    ...(wished === undefined ? {} : { quality: wished }),
  };
}

function smallestOf({ size = AUTO, quality = AUTO }: Terms): Required<Terms> {
  return {
    size: size === AUTO ? SMALLEST.size : size,
    quality: quality === AUTO ? SMALLEST.quality : quality,
  };
}

function imagesIn(messages: ChatRequest['messages']): number {
  return messages.reduce((count, { content }) => {
    const parts: readonly { type: string }[] = Array.isArray(content) ? content : [];
    return count + parts.filter(({ type }) => type === 'image_url').length;
  }, 0);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
