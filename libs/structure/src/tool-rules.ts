import { GatewayError } from '@tollgate/contract/error-codes';

/** What a request says about tools, in the words of neither route. */
export interface ToolWishes {
  /** The names of the functions, in their order. */
  names: readonly string[];
  /** A function by name is an object. */
  choice: 'auto' | 'none' | 'required' | { name: string } | null;
  parallel: boolean | null;
}

/**
 * Checks what tools and wishes about them have to do with each other. Wishes that change nothing
 * without tools are taken.
 * @throws GatewayError `unsupported_parameter`
 */
export function assertToolsFit({ names, choice, parallel }: ToolWishes): void {
  const doubled = names.findIndex((name, position) => names.indexOf(name) !== position);
  if (doubled >= 0) throw refused('tools', `Two tools have the name "${names[doubled]}".`);
  const named = typeof choice === 'object' ? choice?.name : undefined;
  if (names.length > 0) {
    if (named === undefined || names.includes(named)) return;
    throw refused('tool_choice', `tool_choice names "${named}", which is not among the tools.`);
  }
  if (named !== undefined || choice === 'required') {
    throw refused('tool_choice', 'tool_choice needs tools.');
  }
  if (parallel === false) {
    throw refused('parallel_tool_calls', 'parallel_tool_calls needs tools.');
  }
}

function refused(param: string, message: string): GatewayError {
  return new GatewayError('unsupported_parameter', message, { param });
}
