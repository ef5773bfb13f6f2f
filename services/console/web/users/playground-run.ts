import { useRef, useState } from 'react';
import { NOTHING_SAID } from './playground-answer.ts';
import type { Said } from './playground-answer.ts';
import { quoteChat, streamChat } from './playground-call.ts';
import type { ChatBody, Quote } from './playground-call.ts';

/** One call of a conversation: what it may cost, what was said, and under which id its record is found. */
export interface Turn {
  body: ChatBody;
  quote: Quote | null;
  said: Said;
  requestId: string | null;
}

/** The state of a conversation. */
interface Conversation {
  turns: readonly Turn[];
  isBusy: boolean;
  error: unknown;
}

interface Running extends Conversation {
  /** Begins anew. */
  run: (body: ChatBody) => Promise<void>;
  /** Goes on after the last turn with the results of its calls, in their order. */
  answer: (results: readonly string[]) => Promise<void>;
  stop: () => void;
}

const EMPTY: Conversation = { turns: [], isBusy: false, error: undefined };

/** One call at a time, as it goes on. */
export function useConversation(): Running {
  const [now, setNow] = useState<Conversation>(EMPTY);
  const abort = useRef<AbortController>(undefined);
  const call = async (before: readonly Turn[], body: ChatBody): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    const fresh: Turn = { body, quote: null, said: NOTHING_SAID, requestId: null };
    setNow({ turns: [...before, fresh], isBusy: true, error: undefined });
    const grow = (more: Partial<Turn>): void => {
      setNow((conversation) => grown(conversation, before.length, more));
    };
    // A quote that fails says what the call itself will say.
    quoteChat(body).then(
      (quote) => grow({ quote }),
      () => undefined,
    );
    try {
      const said = (so: Said): void => grow({ said: so });
      grow({ requestId: await streamChat(body, { said, signal: controller.signal }) });
      setNow((conversation) => ({ ...conversation, isBusy: false }));
    } catch (error) {
      const failure = controller.signal.aborted ? undefined : error;
      setNow((conversation) => ({ ...conversation, isBusy: false, error: failure }));
    }
  };
  const answer = async (results: readonly string[]): Promise<void> => {
    const last = now.turns.at(-1);
    if (last !== undefined) await call(now.turns, afterCalls(last, results));
  };
  return { ...now, run: (body) => call([], body), answer, stop: () => abort.current?.abort() };
}

function grown(conversation: Conversation, at: number, more: Partial<Turn>): Conversation {
  const turns = conversation.turns.map((turn, place) =>
    place === at ? { ...turn, ...more } : turn,
  );
  return { ...conversation, turns };
}

/** Adds the response and the results of its tool calls to a request. */
function afterCalls({ body, said }: Turn, results: readonly string[]): ChatBody {
  const calls = said.tool_calls ?? [];
  const answers = calls.map(({ id }, place) => ({
    role: 'tool',
    tool_call_id: id,
    content: results[place] ?? '',
  }));
  return { ...body, messages: [...body.messages, said, ...answers] };
}
