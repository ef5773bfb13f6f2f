import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** The memory of a container in which OpenAI runs code; the first is the one of no name. */
export const CONTAINER_MEMORY = ['1g', '4g', '16g', '64g'] as const;
/** One of {@link CONTAINER_MEMORY}. */
export type ContainerMemory = (typeof CONTAINER_MEMORY)[number];

/**
 * A container that OpenAI makes for a call. Its other forms name files and containers, which lie in
 * the one account that all callers share, or open a way into networks.
 */
const AutoContainer = Type.Object(
  {
    type: Type.Literal('auto'),
    file_ids: Type.Optional(Nullable(Type.Array(Type.String(), { maxItems: 0 }))),
    memory_limit: Type.Optional(
      Nullable(Type.Unsafe<ContainerMemory>({ type: 'string', enum: [...CONTAINER_MEMORY] })),
    ),
    network_policy: Type.Optional(
      Nullable(Type.Object({ type: Type.Literal('disabled') }, closed)),
    ),
  },
  closed,
);

/**
 * Python code that OpenAI runs while it answers `/v1/responses`, by the types of its SDK.
 * @see https://developers.openai.com/api/docs/guides/tools-code-interpreter
 */
export const CodeInterpreterTool = Type.Object({
  type: Type.Literal('code_interpreter'),
  container: AutoContainer,
});
export type CodeInterpreterTool = Static<typeof CodeInterpreterTool>;

/** The members that a tool and its container have here. */
export const CODE_INTERPRETER_MEMBERS = {
  tool: Object.keys(CodeInterpreterTool.properties),
  container: Object.keys(AutoContainer.properties),
} as const;
