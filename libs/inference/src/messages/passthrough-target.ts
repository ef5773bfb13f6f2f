import type { MessagesRequest } from '@tollgate/contract/messages';
import { withoutEmptyAnswers } from './blank-answers.ts';
import { withoutIdleHints } from './idle-hints.ts';
import { contextTerms, headersWithin } from './headers.ts';
import { passthroughFor } from './passthrough.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { withoutTraces } from './tool-traces.ts';
import { isThinking, keptFrom } from './thinking-left-out.ts';

/**
 * The plan with the body as it came, where the provider speaks this wire; any other plan as it is.
 */
export function asPassed(plan: MessagesPlan): MessagesPlan {
  const { target } = plan;
  const passthrough = passthroughFor(target);
  if (passthrough === null) return plan;
  const headers = headersWithin(plan.headers, contextTerms(target));
  return {
    ...plan,
    target: { ...target, family: passthrough({ body: bodyToPass(plan), headers }) },
  };
}

/** What of a request decides what of its body goes on. */
interface Passed {
  asked: Pick<MessagesRequest, 'messages'>;
  body: MessagesPlan['body'];
  opened: MessagesPlan['opened'];
  leavesOut?: MessagesPlan['leavesOut'] | null;
}

/**
 * The body for a provider of this wire: without what only we can read, and without answers that say
 * nothing, which the provider gives and does not take back.
 */
export function bodyToPass(passed: Passed): MessagesPlan['body'] {
  return withoutTraces(withoutIdleHints(withoutEmptyAnswers(withoutOpened(passed))));
}

/**
 * The body for a provider of this wire: thinking that was sealed here is none of this provider's.
 * The body has its blocks where the checked request has them.
 */
function withoutOpened({ asked, body, opened, leavesOut = null }: Passed): MessagesPlan['body'] {
  if (opened.size === 0 && leavesOut === null) return body;
  const from = keptFrom(asked.messages, leavesOut);
  const sealed: ReadonlySet<object> = new Set(opened.keys());
  const turns = body['messages'] as MessagesRequest['messages'];
  const messages = asked.messages.map(({ role, content }, at) => {
    const turn = turns[at];
    const given = turn?.content;
    if (role !== 'assistant' || typeof content === 'string' || !Array.isArray(given)) return turn;
    const blocks: readonly object[] = given;
    const kept = blocks.filter((_, index) => {
      const block = content[index];
      return block === undefined || !(sealed.has(block) || (at < from && isThinking(block)));
    });
    return { ...turn, content: kept };
  });
  // The provider takes no turn without content.
  const kept = messages.filter((turn) => turn?.content?.length !== 0);
  return { ...withoutBudget(body, leavesOut), messages: kept };
}

/**
 * A model that thinks within a budget continues a tool loop without thinking only where it does not
 * think.
 */
function withoutBudget(
  body: MessagesPlan['body'],
  leavesOut: MessagesPlan['leavesOut'] | null,
): MessagesPlan['body'] {
  const { thinking, ...rest } = body;
  const isBudget = typeof thinking === 'object' && thinking !== null && 'budget_tokens' in thinking;
  return leavesOut === 'all' && isBudget ? rest : body;
}
