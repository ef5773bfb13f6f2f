import type { ChatRequest } from '@tollgate/contract/chat';
import { unfitMarks } from '../adapter/cache-marks.ts';
import { refusedTogether } from '../contract/check-contract.ts';
import type { Refusal } from '../adapter/refusal.ts';
import type { ModelLine } from './lines.ts';
import { claudeExclusions } from './rules.ts';

/**
 * Why Claude would refuse a request although each of its parameters is allowed, wherever it is
 * hosted; null when it would not.
 */
export function incompatibleWithClaude(request: ChatRequest, line: ModelLine): Refusal | null {
  return (
    refusedTogether(claudeExclusions(line), request) ??
    unfitMarks(request) ??
    unfitStop(request) ??
    unfitEnd(request, line)
  );
}

function unfitStop({ stop }: ChatRequest): Refusal | null {
  const sequences = typeof stop === 'string' ? [stop] : (stop ?? []);
  if (sequences.every((sequence) => sequence.trim() !== '')) return null;
  return {
    param: 'stop',
    message: 'This model takes stop sequences only that hold something else than blanks.',
  };
}

/**
 * Refuses a last message of the assistant, which a model would continue; newer models and thinking
 * models do not continue messages.
 */
function unfitEnd(
  { messages, reasoning_effort: effort, isPaused }: ChatRequest,
  line: ModelLine,
): Refusal | null {
  const isThinking = line.thinking === 'budget' && (effort ?? 'none') !== 'none';
  const goesOn = line.thinking !== 'adaptive' && !isThinking;
  if (goesOn || isPaused === true || messages.at(-1)?.role !== 'assistant') return null;
  return {
    param: `messages[${messages.length - 1}]`,
    message:
      'This model does not go on with a message of the assistant: end with one of the user or of a tool.',
  };
}
