import { lazy, Suspense } from 'react';
import type { ReactElement } from 'react';
import { texts } from '../shared/texts/users.ts';
import { Button } from '../shared/ui/button.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { AreaField } from '../shared/ui/field.tsx';
import type { ToolCall } from './playground-answer.ts';
import { Cost } from './playground-cost.tsx';
import { askedIn } from './playground-messages.ts';
import { QuoteNote } from './playground-quote.tsx';
import type { Turn } from './playground-run.ts';

const labels = texts.playground;
const Markdown = lazy(async () => ({ default: (await import('./markdown.tsx')).Markdown }));

interface TurnProps {
  turn: Turn;
  /** Answers the calls of this turn; absent where they are answered, or while one goes on. */
  answer: ((results: readonly string[]) => Promise<void>) | undefined;
}

/** What was said in one call, the tools that were asked for, and what it cost. */
export function TurnView({ turn, answer }: TurnProps): ReactElement {
  const { said, quote, requestId } = turn;
  const asked = askedIn(turn.body);
  const { tool_calls: calls = [], content, refusal, reasoning_content: reasoning } = said;
  return (
    <div className="space-y-3 border-b border-line pb-4 last:border-0 last:pb-0">
      {asked !== undefined && (
        <p dir="auto" className="rounded-lg bg-page p-3 text-sm break-words whitespace-pre-wrap">
          {asked}
        </p>
      )}
      {reasoning !== undefined && (
        <details className="text-sm text-dim">
          <summary>{labels.reasoning}</summary>
          <p dir="auto" className="mt-1 break-words whitespace-pre-wrap">
            {reasoning}
          </p>
        </details>
      )}
      <Answer text={content ?? refusal ?? ''} />
      {calls.map(({ id, function: asked }) => (
        <CodeBlock key={id} label={labels.called(asked.name)} code={prettyJson(asked.arguments)} />
      ))}
      {answer !== undefined && calls.length > 0 && <Results calls={calls} answer={answer} />}
      {quote !== null && <QuoteNote quote={quote} />}
      {requestId !== null && <Cost requestId={requestId} />}
    </div>
  );
}

/** What the model said, as Markdown once the code for that has come. */
function Answer({ text }: { text: string }): ReactElement {
  const plain = (
    <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
      {text}
    </p>
  );
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
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
        const results = calls.map((_call, path) => {
          const text = form.get(`result-${path}`);
          return typeof text === 'string' ? text : '';
        });
        void answer(results);
      }}
    >
      {calls.map(({ id, function: { name } }, path) => (
        <AreaField
          key={id}
          label={labels.resultOf(name)}
          name={`result-${path}`}
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
