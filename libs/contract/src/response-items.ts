/**
 * What becomes of the items and the tools of `POST /v1/responses`, by their types. The parser, the
 * published contract and the documentation read these tables, and a test goes through every type of
 * OpenAI's current reference.
 *
 * @see https://developers.openai.com/api/reference/resources/responses/methods/create
 * @see https://github.com/openai/codex, codex-rs/protocol/src/models.rs, for the items of Codex
 *   alone
 */

/** What becomes of a type. */
export type Verdict =
  /** The type is read, for every model. */
  | { becomes: 'read' }
  /**
   * The type is accepted and left out: no answer changes its meaning without it. `X-Svc-Ignored`
   * names it.
   */
  | { becomes: 'left_out' }
  /** The type is refused by its name, with what to send instead. */
  | { becomes: 'refused'; advice: string };

const READ = { becomes: 'read' } as const satisfies Verdict;
const LEFT_OUT = { becomes: 'left_out' } as const satisfies Verdict;
const refused = (advice: string) => ({ becomes: 'refused', advice }) as const satisfies Verdict;

const COMPACTED =
  'what it stands for can be read only where it was made. Send the items that it stands for, or a summary of them as a message';
const NO_COMPUTER =
  'Send the screenshot as a picture in a message, and the actions as calls of a function of your own';
const NO_PROGRAMS =
  'This platform runs no programs: send the calls of the program as function calls';

/** Items of `input`, by their types. A type that is not here is refused by its name. */
export const RESPONSE_ITEMS = {
  message: READ,
  reasoning: READ,
  function_call: READ,
  function_call_output: READ,
  custom_tool_call: READ,
  custom_tool_call_output: READ,
  local_shell_call: READ,
  local_shell_call_output: READ,
  shell_call: READ,
  shell_call_output: READ,
  apply_patch_call: READ,
  apply_patch_call_output: READ,
  tool_search_call: READ,
  tool_search_output: READ,
  additional_tools: READ,
  mcp_approval_request: READ,
  mcp_approval_response: READ,
  // What a provider has done by itself in an earlier answer: the answer has what came of it.
  web_search_call: LEFT_OUT,
  file_search_call: LEFT_OUT,
  code_interpreter_call: LEFT_OUT,
  image_generation_call: LEFT_OUT,
  mcp_call: LEFT_OUT,
  mcp_list_tools: LEFT_OUT,
  // The request says for itself how much the model is to think.
  configuration_update: LEFT_OUT,
  // A note of Codex about a state of the working tree.
  ghost_snapshot: LEFT_OUT,
  item_reference: refused(
    'nothing is stored here. Send the item itself; clients do so with store: false',
  ),
  compaction: refused(COMPACTED),
  compaction_summary: refused(COMPACTED),
  context_compaction: refused(COMPACTED),
  compaction_trigger: refused(
    'nothing is compacted here. Ask the model for a summary in a message, and go on from its answer',
  ),
  agent_message: refused('Send what the agent has said as a message'),
  computer_call: refused(NO_COMPUTER),
  computer_call_output: refused(NO_COMPUTER),
  program: refused(NO_PROGRAMS),
  program_output: refused(NO_PROGRAMS),
} as const satisfies Readonly<Record<string, Verdict>>;

/**
 * Tools, by their types. A type that is not here is refused by its name: nobody knows who would run
 * it, and what that costs.
 */
export const RESPONSE_TOOLS = {
  function: READ,
  custom: READ,
  namespace: READ,
  local_shell: READ,
  shell: READ,
  apply_patch: READ,
  tool_search: READ,
  web_search: READ,
  web_search_preview: refused('it has other prices. Send web_search'),
  file_search: READ,
  code_interpreter: READ,
  image_generation: READ,
  mcp: READ,
  computer: refused('Send the actions as a function of your own'),
  computer_use_preview: refused('Send the actions as a function of your own'),
  programmatic_tool_calling: refused(
    'This platform runs no programs: the model calls each tool by itself',
  ),
} as const satisfies Readonly<Record<string, Verdict>>;

/** The type of an item that is accepted and left out. */
export type LeftOutType = {
  [Type in keyof typeof RESPONSE_ITEMS]: (typeof RESPONSE_ITEMS)[Type] extends typeof LEFT_OUT
    ? Type
    : never;
}[keyof typeof RESPONSE_ITEMS];
/** The types of items that are accepted and left out. */
export const LEFT_OUT_ITEMS = Object.entries(RESPONSE_ITEMS).flatMap(([type, verdict]) =>
  verdict === LEFT_OUT ? [type as LeftOutType] : [],
);

/** What becomes of an item of a type; null for a type that nobody has judged. */
export function itemVerdict(type: string): Verdict | null {
  return verdictIn(RESPONSE_ITEMS, type);
}

/** The date of a version behind the type of a tool, such as `_2025_08_26`. */
const VERSION = /_\d{4}_\d{2}_\d{2}$/u;

/**
 * What becomes of a tool of a type, whatever the date of its version; null for a type that nobody
 * has judged.
 */
export function toolVerdict(type: string): Verdict | null {
  return verdictIn(RESPONSE_TOOLS, type.replace(VERSION, ''));
}

function verdictIn(table: Readonly<Record<string, Verdict>>, type: string): Verdict | null {
  return Object.hasOwn(table, type) ? (table[type] ?? null) : null;
}
