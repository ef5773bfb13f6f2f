import type { ReactElement } from 'react';
import { texts } from '../shared/texts/users.ts';
import { Button } from '../shared/ui/button.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { AreaField } from '../shared/ui/field.tsx';
import type { ToolCall } from './playground-answer.ts';
import { Cost } from './playground-cost.tsx';
import { QuoteNote } from './playground-quote.tsx';
import type { Turn } from './playground-run.ts';

const labels = texts.playground;

interface TurnProps {
  turn: Turn;
  /** Answers the calls of this turn; absent where they are answered, or while one goes on. */
  answer: ((results: readonly string[]) => Promise<void>) | undefined;
}

/** What was said in one call, the tools that were asked for, and what it cost. */
export function TurnView({ turn, answer }: TurnProps): ReactElement {
  const { said, quote, requestId } = turn;
  const { tool_calls: calls = [], content, refusal, reasoning_content: thoughts } = said;
  return (
    <div className="space-y-3 border-b border-line pb-4 last:border-0 last:pb-0">
      {thoughts !== undefined && (
        <details className="text-sm text-dim">
          <summary>{labels.reasoning}</summary>
          <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
            {thoughts}
          </p>
        </details>
      )}
      <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
        {content ?? refusal ?? ''}
      </p>
      {calls.map(({ id, function: asked }) => (
        <CodeBlock key={id} label={labels.called(asked.name)} code={prettyJson(asked.arguments)} />
      ))}
      {answer !== undefined && calls.length > 0 && <Results calls={calls} answer={answer} />}
      {quote !== null && <QuoteNote quote={quote} />}
      {requestId !== null && <Cost requestId={requestId} />}
    </div>
  );
}

function Results({
  calls,
  answer,
}: {
  calls: readonly ToolCall[];
  answer: (results: readonly string[]) => Promise<void>;
}): ReactElement {
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const results = calls.map((_call, place) => {
          const text = form.get(`result-${place}`);
          return typeof text === 'string' ? text : '';
        });
        void answer(results);
      }}
    >
      {calls.map(({ id, function: { name } }, place) => (
        <AreaField
          key={id}
          label={labels.resultOf(name)}
          name={`result-${place}`}
          rows={3}
          required
        />
      ))}
      <Button look="main" type="submit">
        {labels.answerCalls}
      </Button>
    </form>
  );
}

/** Arguments that are no JSON are shown as they came. */
function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
