import { useEffect, useRef, useState } from 'react';
import { NOTHING_SAID } from './playground-answer.ts';
import type { Said } from './playground-answer.ts';
import { quoteChat, streamChat } from './playground-call.ts';
import type { ChatBody, Quote } from './playground-call.ts';
import { afterCalls, followUp } from './playground-messages.ts';
import { keepInTab, keptInTab } from './kept-in-tab.ts';

/**
 * One call of a conversation: what it may cost, what was said, and under which id its record is
 * found.
 */
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

/** A conversation, and what can be done with it. */
export interface Running extends Conversation {
  /** Goes on with what the reader says; the first turn begins a conversation. */
  run: (body: ChatBody) => Promise<void>;
  /** Forgets the conversation. */
  clear: () => void;
  /** Goes on after the last turn with the results of its calls, in their order. */
  answer: (results: readonly string[]) => Promise<void>;
  stop: () => void;
}

const EMPTY: Conversation = { turns: [], isBusy: false, error: undefined };

/**
 * One call at a time, as it goes on.
 * @param kept the name under which this tab keeps the turns
 */
export function useConversation(kept: 'turns' | 'turns-beside'): Running {
  const [now, setNow] = useState<Conversation>(() => ({
    ...EMPTY,
    turns: (keptInTab(kept) as readonly Turn[] | undefined) ?? [],
  }));
  useEffect(() => {
    if (!now.isBusy) keepInTab(kept, now.turns);
  }, [now, kept]);
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
      const begun = (requestId: string | null): void => grow({ requestId });
      await streamChat(body, { said, begun, signal: controller.signal });
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
  const run = (body: ChatBody): Promise<void> => {
    const next = followUp(now.turns.at(-1), body);
    return call(next === body ? [] : now.turns, next);
  };
  const clear = (): void => setNow(EMPTY);
  return { ...now, run, clear, answer, stop: () => abort.current?.abort() };
}

function grown(conversation: Conversation, at: number, more: Partial<Turn>): Conversation {
  const turns = conversation.turns.map((turn, path) => (path === at ? { ...turn, ...more } : turn));
  return { ...conversation, turns };
}
