import type { ByProgram } from './cpu.ts';
import { type Client, openClient } from './client.ts';
import type { Target } from './targets.ts';

/** Sizes of a run. */
export interface Settings {
  rounds: number;
  seconds: number;
  connections: number;
  /** Requests per second of the latency scenario. */
  rate: number;
}

/** One number by the name of its measure. */
export type Round = Record<string, number>;

/** One way to load a target. */
export interface Scenario {
  id: string;
  title(settings: Settings): string;
  /** Measures of the table in its order, with their heading and digits. */
  columns: { measure: string; heading: string; digits: number }[];
  /** The measure whose ratios the table shows, and what is better. */
  compared: string;
  /** Leaves out the yardsticks: none of them can do what this asks for. */
  tollgateOnly?: true;
  /** Runs with the other gateways only, or when it is asked for by name. */
  peersOnly?: true;
  round(target: Target, settings: Settings): Promise<Round>;
}

/** Measures of one program's CPU time are named by this and the program. */
export const CPU_PREFIX = 'cpu of ';

/** Output tokens that a request may have at most. */
export const OUTPUT_TOKENS_MAX = 256;
/** The text of an ordinary request. */
export const MESSAGE = 'The quick brown fox jumps over the lazy dog. '.repeat(16);

/** The body of a request for this target. */
export function bodyFor({ model }: Target, text: string, stream: boolean): string {
  const messages = [{ role: 'user', content: text }];
  return JSON.stringify({ model, messages, max_tokens: OUTPUT_TOKENS_MAX, stream });
}

/** Calls of a tool in a conversation, with results of about 3 KB each. */
const TURNS = 12;
const RESULT = MESSAGE.repeat(4);
const TOOLS = ['read_file', 'write_file', 'run_command'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: MESSAGE,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, text: { type: 'string' } },
      required: ['path'],
    },
  },
}));

/**
 * The body of a stream as an agent sends it in the middle of its work: tools, and about 40 KB of
 * calls and results behind what the user has asked for.
 * @param directives what the fake provider is asked for
 */
export function agentTurn({ model }: Target, directives: string): string {
  const turns = Array.from({ length: TURNS }, (_, turn) => {
    const id = `call_${turn}`;
    const made = { name: 'read_file', arguments: JSON.stringify({ path: `src/${turn}.ts` }) };
    return [
      { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: made }] },
      { role: 'tool', tool_call_id: id, content: RESULT },
    ];
  });
  const messages = [
    { role: 'system', content: RESULT },
    { role: 'user', content: `Mend the tests. ${directives}` },
    ...turns.flat(),
  ];
  const limits = { max_tokens: OUTPUT_TOKENS_MAX, stream: true };
  return JSON.stringify({ model, messages, tools: TOOLS, tool_choice: 'none', ...limits });
}

/** Opens a client for one use; failures name the target. */
export async function withClient<Result>(
  target: Target,
  connections: number,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = openClient(target, connections);
  try {
    return await use(client);
  } catch (error) {
    throw new Error(`${target.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  } finally {
    client.close();
  }
}

/** CPU time for each of `count` things since `before`, in all and by program. */
export function cpuSince(target: Target, before: ByProgram | null, count: number): Round {
  const after = target.cpu();
  if (!before || !after) return {};
  const round: Round = { cpu: 0 };
  for (const [program, time] of Object.entries(after)) {
    const each = (time - (before[program] ?? 0)) / count;
    round[`${CPU_PREFIX}${program}`] = each;
    round['cpu'] = (round['cpu'] ?? 0) + each;
  }
  return round;
}
