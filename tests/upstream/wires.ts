import { openaiWire } from './openai/wire.ts';
import type { Wire } from './wire.ts';

/** Every wire that the fake provider speaks; the first that knows a request answers it. */
export const WIRES: readonly Wire[] = [openaiWire];
