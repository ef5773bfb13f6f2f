/** What an answer says, read from the raw bytes by a reader that shares nothing with the mapping. */
export interface RawChoice {
  text: string;
  reasoning: string;
  refusal: string;
  calls: { name: string; args: string; id: string | null }[];
  finish: string | null;
}
export interface RawAnswer {
  choices: Map<number, RawChoice>;
  usage: { prompt: number; completion: number; reasoning: number; cached: number } | null;
  failed: boolean;
}

/* eslint-disable-next-line typescript/no-explicit-any -- the reader takes whatever is there */
type Loose = any;

/** Reads a recorded answer of the chat-completions wire, whole or as a stream. */
export function readRaw(response: { body?: unknown; sse?: string }): RawAnswer {
  const answer: RawAnswer = { choices: new Map(), usage: null, failed: false };
  if (response.sse === undefined) readOne(answer, response.body as Loose);
  else {
    for (const line of response.sse.split(/\r?\n/u)) {
      if (!line.startsWith('data:') || line.slice(5).trim() === '[DONE]') continue;
      readOne(answer, JSON.parse(line.slice(5)) as Loose);
    }
  }
  return answer;
}

function readOne(answer: RawAnswer, part: Loose): void {
  if (part.error) answer.failed = true;
  const usage = part.usage ?? part.x_groq?.usage;
  if (usage) answer.usage = readUsage(usage);
  for (const choice of part.choices ?? []) {
    const known = choiceAt(answer, choice.index ?? 0);
    addMessage(known, choice.delta ?? choice.message ?? {});
    if (choice.finish_reason) known.finish = choice.finish_reason;
  }
}

function readUsage(usage: Loose): RawAnswer['usage'] {
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

function choiceAt(answer: RawAnswer, index: number): RawChoice {
  const blank = { text: '', reasoning: '', refusal: '', calls: [], finish: null };
  const known = answer.choices.get(index) ?? blank;
  answer.choices.set(index, known);
  return known;
}

function addMessage(choice: RawChoice, message: Loose): void {
  if (typeof message.content === 'string') choice.text += message.content;
  if (Array.isArray(message.content))
    message.content.forEach((part: Loose) => addPart(choice, part));
  choice.reasoning += message.reasoning_content || message.reasoning || '';
  choice.refusal += message.refusal ?? '';
  for (const call of message.tool_calls ?? []) addCall(choice, call);
}

function addPart(choice: RawChoice, part: Loose): void {
  if (part.type === 'text') choice.text += part.text;
  if (part.type !== 'thinking') return;
  choice.reasoning += part.thinking.map((item: Loose) => item.text).join('');
}

function addCall(choice: RawChoice, call: Loose): void {
  const args = call.function?.arguments ?? '';
  const last = choice.calls.at(-1);
  const continues = last !== undefined && (!call.id || call.id === last.id);
  if (continues) last.args += args;
  else choice.calls.push({ name: call.function.name, args, id: call.id || null });
}
