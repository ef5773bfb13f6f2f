import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { refuseResultImages } from '../tool-results.ts';
import { wantsSignedCalls } from './contract.ts';

/** The first character of a function's name on this wire; other wires also take a digit or a dash. */
const NAME = /^[a-zA-Z_]/u;

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfit(request: ChatRequest, { upstreamModel }: Target): Refusal | null {
  // Generations whose calls are signed take results with images, the others do not.
  return (
    unfitNames(request) ?? (wantsSignedCalls(upstreamModel) ? null : refuseResultImages(request))
  );
}

function unfitNames({ tools }: ChatRequest): Refusal | null {
  const at = (tools ?? []).findIndex((tool) => !NAME.test(tool.function.name));
  if (at < 0) return null;
  const param = `tools[${at}].function.name`;
  return {
    param,
    message: 'This model takes names of functions that begin with a letter or an underscore.',
  };
}
