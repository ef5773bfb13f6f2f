import { claudeCode } from './claude-code.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { NODE_SDKS } from './node.ts';
import { OPENCODE } from './opencode.ts';
import { PYTHON_SDKS } from './python.ts';

/** Every client that is tried. */
export const CLIENTS: readonly Client[] = [
  codex,
  claudeCode,
  ...OPENCODE,
  ...NODE_SDKS,
  ...PYTHON_SDKS,
];
