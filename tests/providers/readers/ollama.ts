import type { Recording } from '../recordings.ts';
import { chatFailure } from './failures.ts';
import { askedChat, chatRequest, embedRequest } from './ollama-request.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type { Loose, RawAnswer, RawCall, RawTurn, Reader } from './reader.ts';

/** Reads Ollama's own wire: one JSON object, or one a line. */
export const ollamaReader: Reader = {
  chat(recording) {
    const choice = blankChoice();
    const answer: RawAnswer = { choices: new Map([[0, choice]]), usage: null, failed: false };
    for (const line of linesOf(recording)) {
      if (line.error) {
        answer.failed = true;
        answer.failure = chatFailure({ ...recording, response: { status: 500, body: line } });
      }
      choice.text += line.message?.content ?? '';
      choice.reasoning += line.message?.thinking ?? '';
      choice.calls.push(...callsOf(line.message ?? {}));
      if (!line.done) continue;
      const ended = choice.calls.length > 0 ? 'tool_calls' : 'stop';
      choice.finish = line.done_reason === 'length' ? 'length' : ended;
      answer.usage = usageOf(line);
    }
    if (choice.finish === null) answer.failed = true;
    return answer;
  },
  turns: (body: Loose) => (body.messages ?? []).map(turnOf),
  embeddings({ response }) {
    const body = response.body as Loose;
    return { vectors: body.embeddings, prompt: body.prompt_eval_count ?? null };
  },
  asked: (body) => askedChat(body, callsOf),
  request: chatRequest,
  says: /^settings\.(?:model|stream|think|format|num_predict|temperature|top_p|seed|stop|presence_penalty|frequency_penalty)\b/u,
  embedded: embedRequest,
  failure: chatFailure,
  operation: /\/api\/(?:chat|embed|tags)$/u,
  models: ({ response }) => (response.body as Loose).models.map((item: Loose) => item.model),
};

function linesOf({ response }: Recording): Loose[] {
  if (response.ndjson === undefined) return [response.body];
  const lines = response.ndjson.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as Loose);
}

function usageOf(line: Loose): RawAnswer['usage'] {
  const { prompt_eval_count: prompt, eval_count: completion } = line;
  if (prompt === undefined || completion === undefined) return null;
  return { prompt, cacheRead: 0, cacheWrite: 0, completion, reasoning: 0 };
}

function callsOf(message: Loose): RawCall[] {
  return (message.tool_calls ?? []).map((call: Loose) => ({
    name: call.function.name,
    args: JSON.stringify(call.function.arguments ?? {}),
    id: call.id ?? null,
  }));
}

function turnOf(message: Loose): RawTurn {
  const turn = blankTurn(message.role);
  turn.text = message.content ?? '';
  turn.reasoning = message.thinking ?? '';
  turn.calls = callsOf(message);
  if (message.role === 'tool') {
    turn.results.push({ of: message.tool_name ?? message.tool_call_id, text: turn.text });
  }
  return turn;
}
