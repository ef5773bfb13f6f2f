import { parseExactJson } from './exact-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The tools of OpenAI's Responses that a client runs by itself, by their types. They cost the
 * tokens of a prompt only.
 */
export type ClientToolType = 'local_shell' | 'shell' | 'apply_patch' | 'tool_search';

/** The type of the item that is a call of such a tool. */
export type ClientCallType =
  | 'local_shell_call'
  | 'shell_call'
  | 'apply_patch_call'
  | 'tool_search_call';

/**
 * A tool that a client runs, as every model can be offered it: a function, whose name is the type
 * of the tool and whose arguments are the members of the call.
 */
export interface ClientTool {
  call: ClientCallType;
  /** What the ids of its calls begin with. */
  prefix: string;
  /** The description of the function for the model; the tool's own description wins. */
  description: string;
  parameters: Fields;
  /** The arguments of the function for a call that comes back. */
  argumentsOf(item: Fields): Fields;
  /** The members of a call for the arguments that a model has given. */
  membersOf(given: Fields): Fields;
  /** The result of a call as a text. */
  resultOf(output: Fields): string;
}

const texts = (description: string): Fields => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
const text = (description: string): Fields => ({ type: 'string', description });
const count = (description: string): Fields => ({ type: 'integer', description });
const objectOf = (properties: Fields, required: readonly string[]): Fields => ({
  type: 'object',
  properties,
  required,
});

/** The tools that a client runs, by their types. */
export const CLIENT_TOOLS: Readonly<Record<ClientToolType, ClientTool>> = {
  local_shell: {
    call: 'local_shell_call',
    prefix: 'lsh',
    description: 'Runs one command on the machine of the user, and gives what it printed.',
    parameters: objectOf(
      {
        command: texts('The command and its arguments, such as ["bash", "-lc", "ls"].'),
        working_directory: text('The folder to run it in.'),
        timeout_ms: count('The most milliseconds that it may take.'),
        env: { type: 'object', additionalProperties: { type: 'string' } },
        user: text('The user to run it as.'),
      },
      ['command'],
    ),
    argumentsOf: ({ action }) => without(action, ['type']),
    membersOf: (given) => ({
      action: {
        type: 'exec',
        command: textsIn(given['command']),
        env: isFields(given['env']) ? given['env'] : {},
        ...picked(given, ['timeout_ms', 'user', 'working_directory']),
      },
    }),
    resultOf: ({ output }) => asText(output),
  },
  shell: {
    call: 'shell_call',
    prefix: 'sh',
    description:
      'Runs commands in a shell on the machine of the user, and gives what they printed.',
    parameters: objectOf(
      {
        commands: texts('The commands, each as one line of a shell. They may run at one time.'),
        timeout_ms: count('The most milliseconds that they may take.'),
        max_output_length: count('The most characters of output to give back.'),
      },
      ['commands'],
    ),
    argumentsOf: ({ action }) => without(action, []),
    membersOf: (given) => ({
      action: {
        commands: textsIn(given['commands']),
        ...picked(given, ['timeout_ms', 'max_output_length']),
      },
    }),
    resultOf: ({ output }) => asText(output),
  },
  apply_patch: {
    call: 'apply_patch_call',
    prefix: 'apc',
    description: 'Makes, changes or deletes one file on the machine of the user.',
    parameters: objectOf(
      {
        operation: objectOf(
          {
            type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] },
            path: text('The path of the file.'),
            diff: text(
              'A diff in the V4A format, without its first and last line; for a new file each line begins with +. Absent where the file is deleted.',
            ),
          },
          ['type', 'path'],
        ),
      },
      ['operation'],
    ),
    argumentsOf: ({ operation }) => ({ operation }),
    membersOf: ({ operation }) => ({ operation: isFields(operation) ? operation : {} }),
    resultOf: ({ status, output }) => JSON.stringify({ status, ...(output ? { output } : {}) }),
  },
  tool_search: {
    call: 'tool_search_call',
    prefix: 'tsc',
    description: 'Looks for further tools. Those that are found can be called afterwards.',
    parameters: objectOf({ query: text('What the tools should do.') }, ['query']),
    argumentsOf: ({ arguments: given }) => (isFields(given) ? given : { query: asText(given) }),
    membersOf: (given) => ({ execution: 'client', arguments: given }),
    resultOf: ({ tools }) =>
      JSON.stringify({ tools: Array.isArray(tools) ? tools.map(named) : [] }),
  },
};

/** The types of the tools that a client runs. */
export const CLIENT_TOOL_TYPES = Object.keys(CLIENT_TOOLS) as ClientToolType[];

/** Whether a tool of a type is run by the client. */
export function isClientTool(type: unknown): type is ClientToolType {
  return CLIENT_TOOL_TYPES.some((one) => one === type);
}

/** The tool that an item is a call of; undefined for any other item. */
export function toolOfCall(type: unknown): ClientToolType | undefined {
  return CLIENT_TOOL_TYPES.find((one) => CLIENT_TOOLS[one].call === type);
}

/**
 * The members of a call for the arguments that a model has written; what is no JSON object leaves
 * them empty.
 */
export function clientCallOf(type: ClientToolType, given: string): Fields {
  return CLIENT_TOOLS[type].membersOf(parsed(given));
}

function parsed(given: string): Fields {
  try {
    const value = parseExactJson(given);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** A tool that was found, by its name; of a namespace the functions too. */
function named(tool: unknown): unknown {
  if (!isFields(tool)) return null;
  const { name, tools } = tool;
  return Array.isArray(tools) ? { name, functions: tools.map(named) } : name;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.filter((one): one is string => typeof one === 'string');
}

function picked(given: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null]));
}

function without(action: unknown, names: readonly string[]): Fields {
  if (!isFields(action)) return {};
  const members = Object.entries(action);
  return Object.fromEntries(
    members.filter(([name, value]) => value !== null && !names.includes(name)),
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
