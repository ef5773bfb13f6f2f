import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { AreaField, ChoiceField } from '../../shared/ui/field.tsx';
import { keepInTab, keptInTab } from '../kept-in-tab.ts';
import { quoteChat } from '../playground-call.ts';
import type { ChatBody, Quote } from '../playground-call.ts';
import { PictureField, ToolField } from '../playground-inputs.tsx';
import { ParameterFields } from '../playground-parameters.tsx';
import { QuoteNote } from '../playground-quote.tsx';
import { curlOf, readBody, takes } from '../playground-request.ts';
import { useConversation } from '../playground-run.ts';
import { TurnView } from '../playground-turn.tsx';
import { modelsQuery } from '../queries.ts';

const labels = texts.playground;

type Model = UserModelOut;

/** Calls of a model from the browser, with a form made of the model's contract. */
export function PlaygroundPage(): ReactElement {
  const models = useQuery(modelsQuery);
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead} />
      <Loaded query={models}>
        {(list) => {
          const chat = list
            .filter(
              ({ capability, enabled, available }) => capability === 'chat' && enabled && available,
            )
            .toSorted(byPrice);
          const [first] = chat;
          return first === undefined ? (
            <Empty title={texts.models.empty}>{texts.models.emptyText}</Empty>
          ) : (
            <Bench models={chat} first={first} />
          );
        }}
      </Loaded>
    </>
  );
}

interface BenchProps {
  models: readonly Model[];
  first: Model;
}

function Bench({ models, first }: BenchProps): ReactElement {
  const { id } = useSearch({ from: '/playground' });
  const conversation = useConversation();
  const [code, setCode] = useState<string>();
  const model = models.find((one) => one.model === id) ?? first;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={labels.request}>
        <RequestForm
          model={model}
          conversation={conversation}
          showCode={(body) => setCode(curlOf(body))}
        >
          <Inputs models={models} model={model} />
        </RequestForm>
      </Card>
      <Card title={labels.answer}>
        <Turns of={conversation} />
        {conversation.error !== undefined && <ErrorNote error={conversation.error} />}
        {code !== undefined && (
          <div className="mt-4">
            <CodeBlock label="curl" code={code} />
          </div>
        )}
      </Card>
    </div>
  );
}

interface RequestFormProps {
  model: Model;
  conversation: ReturnType<typeof useConversation>;
  showCode: (body: ChatBody) => void;
  children: ReactNode;
}

function RequestForm(props: RequestFormProps): ReactElement {
  const { model, conversation, showCode, children } = props;
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<unknown>();
  const [quote, setQuote] = useState<Quote>();
  /** Shows an error if the form cannot be read or the call is rejected. */
  const withBody = async (act: (body: ChatBody) => unknown): Promise<void> => {
    setFault(undefined);
    try {
      await act(await readBody(model, new FormData(form.current ?? undefined)));
    } catch (thrown) {
      setFault(thrown);
    }
  };
  return (
    <form
      ref={form}
      className="space-y-4"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onChange={(event) => {
        setQuote(undefined);
        keepDraft(event.currentTarget);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (conversation.isBusy) return;
        const { currentTarget: sent } = event;
        void withBody((body) => {
          emptyPrompt(sent);
          return conversation.run(body);
        });
      }}
    >
      {children}
      {fault !== undefined && <ErrorNote error={fault} />}
      {quote !== undefined && <QuoteNote quote={quote} />}
      <div className="flex flex-wrap gap-2">
        <Button look="main" type="submit" disabled={conversation.isBusy}>
          {conversation.isBusy ? labels.busy : labels.send}
        </Button>
        <Button onClick={conversation.stop} disabled={!conversation.isBusy}>
          {labels.stop}
        </Button>
        <Button
          onClick={conversation.clear}
          disabled={conversation.isBusy || conversation.turns.length === 0}
        >
          {labels.newChat}
        </Button>
        <Button onClick={() => void withBody(async (body) => setQuote(await quoteChat(body)))}>
          {labels.ask}
        </Button>
        <Button onClick={() => void withBody(showCode)}>{labels.asCode}</Button>
      </div>
    </form>
  );
}

/**
 * Orders models by what input and output cost together; an alias costs what its most expensive
 * model does.
 */
function priceOf({ prices, targets }: Model): number {
  const all = [prices, ...targets.map((target) => target.prices)];
  const sums = all.map((one) => Number(one?.['input'] ?? 0) + Number(one?.['output'] ?? 0));
  return Math.max(0, ...sums);
}
const byPrice = (a: Model, b: Model): number => priceOf(a) - priceOf(b);

const keptText = (name: 'system' | 'prompt'): string => {
  const kept = keptInTab(name);
  return typeof kept === 'string' ? kept : '';
};

function keepDraft(form: HTMLFormElement): void {
  const typed = new FormData(form);
  for (const name of ['system', 'prompt'] as const) keepInTab(name, typed.get(name) ?? '');
}

function emptyPrompt(form: HTMLFormElement): void {
  const prompt = form.elements.namedItem('prompt');
  if (prompt instanceof HTMLTextAreaElement) prompt.value = '';
  keepDraft(form);
}

function Turns({ of: conversation }: { of: ReturnType<typeof useConversation> }): ReactElement {
  const { turns, isBusy, answer } = conversation;
  return (
    <div aria-live="polite" className="min-h-32 space-y-4">
      {turns.length === 0 && <p className="text-sm text-dim">{labels.noAnswer}</p>}
      {turns.map((turn, path) => (
        <TurnView
          key={turn.body.messages.length}
          turn={turn}
          answer={isBusy || path < turns.length - 1 ? undefined : answer}
        />
      ))}
    </div>
  );
}

function Inputs({ models, model }: { models: readonly Model[]; model: Model }): ReactElement {
  const navigate = useNavigate();
  return (
    <>
      <ChoiceField
        label={texts.requests.model}
        value={model.model}
        onChange={(event) =>
          void navigate({ to: '/playground', search: { id: event.target.value } })
        }
        choices={models.map(({ model: name }) => ({ value: name, label: name }))}
      />
      <AreaField label={labels.system} name="system" rows={2} defaultValue={keptText('system')} />
      <AreaField
        label={labels.prompt}
        name="prompt"
        rows={5}
        required
        defaultValue={keptText('prompt')}
      />
      {takes(model, 'image_input') && <PictureField />}
      {takes(model, 'tools') && <ToolField />}
      <details className="text-sm">
        <summary className="cursor-pointer font-medium">{labels.parameters}</summary>
        <div className="mt-3 space-y-4">
          <ParameterFields key={model.id} contract={model.request_contract} />
        </div>
      </details>
    </>
  );
}
