import type { Static, TSchema } from 'typebox';
import { partValidator } from '@tollgate/http/validate';
import type { DocsDeps } from '../deps.ts';
import type { Library } from '../documentation.ts';
import type { Plane } from '../open-api.ts';

/** What a tool of the documentation server reads. */
export interface ToolContext extends Pick<DocsDeps, 'openApi'> {
  library: Library;
  plane: Plane;
}

/** A fault of the caller's input, in words for a model. */
export class ToolError extends Error {}

/** One tool of the documentation server. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: TSchema;
  /**
   * @param input as it came
   * @returns text, or a value that is shown as JSON
   * @throws ToolError or ValidationError
   */
  run(context: ToolContext, input: unknown): unknown;
}

/** Puts a check of the schema before what takes its values. */
export function defineTool<Shape extends TSchema>(
  about: Omit<Tool, 'run' | 'inputSchema'> & { inputSchema: Shape },
  run: (context: ToolContext, input: Static<Shape>) => unknown,
): Tool {
  const check = partValidator(about.inputSchema, 'body');
  return { ...about, run: (context, input) => run(context, check(input) as Static<Shape>) };
}
