import { lineOf } from '../../claude/lines.ts';
import type { ModelLine } from '../../claude/lines.ts';
import { bareModel } from './model-name.ts';

const HOSTED = /^anthropic\.(?<name>claude-.+?)(?:-v\d+(?::\d+\w*)*)?$/u;

/**
 * The line of Claude that a hosted model belongs to; null for those of other providers, and for the
 * oldest. This host cannot keep the newest lines from thinking.
 */
export function claudeLineOf(upstreamModel: string): ModelLine | null {
  const name = HOSTED.exec(bareModel(upstreamModel))?.groups?.['name'];
  if (name === undefined) return null;
  const line = lineOf(name);
  if (line === null || line.sampling !== 'default') return line;
  return { ...line, efforts: line.efforts.filter((effort) => effort !== 'none') };
}
