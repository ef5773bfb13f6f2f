import { anthropicWire } from './anthropic/wire.ts';
import { bedrockWire } from './bedrock/wire.ts';
import { elevenlabsWire } from './elevenlabs/wire.ts';
import { storeWire, vidgenWire } from './file-hosts.ts';
import { googleWire } from './google/wire.ts';
import { ollamaWire } from './ollama/wire.ts';
import { openaiWire } from './openai/wire.ts';
import type { Wire } from './wire.ts';

/** Every wire that the fake provider speaks; the first that knows a request answers it. */
export const WIRES: readonly Wire[] = [
  storeWire,
  vidgenWire,
  elevenlabsWire,
  ollamaWire,
  bedrockWire,
  anthropicWire,
  googleWire,
  openaiWire,
];
