import type { Family } from './adapter/adapter.ts';
import { anthropic } from './anthropic/index.ts';
import { bedrock } from './bedrock/index.ts';
import { deepseek } from './deepseek/index.ts';
import { elevenlabs } from './elevenlabs/index.ts';
import { google } from './google/index.ts';
import { ollama } from './ollama/index.ts';
import { openai } from './openai/index.ts';
import { openaiCompatible } from './openai-compatible/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import { sandbox } from './sandbox/index.ts';

/** Every family that Tollgate speaks. A new one is a folder and a line here. */
export const FAMILIES: readonly Family[] = [
  openai,
  openaiCompatible,
  openaiResponses,
  google,
  anthropic,
  ollama,
  bedrock,
  deepseek,
  elevenlabs,
  sandbox,
];

const BY_ID: ReadonlyMap<string, Family> = new Map(FAMILIES.map((family) => [family.id, family]));

/** The family of that id, or undefined. */
export function familyById(id: string): Family | undefined {
  return BY_ID.get(id);
}

/** Whether the provider of a model has a batch interface that takes what the model is for. */
export function hasBatchInterface({
  family,
  capability,
}: {
  family: string;
  capability: string;
}): boolean {
  const capabilities: readonly string[] = BY_ID.get(family)?.batches?.capabilities ?? [];
  return capabilities.includes(capability);
}
