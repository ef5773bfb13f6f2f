import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { AreaField, ChoiceField } from '../../shared/ui/field.tsx';
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

type Model = Schemas['UserModelOut'];

/** Calls of a model from the browser, with a form made of the model's contract. */
export function PlaygroundPage(): ReactElement {
  const models = useQuery(modelsQuery);
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead} />
      <Loaded query={models}>
        {(list) => {
          const chat = list.filter(
            ({ capability, enabled, available }) => capability === 'chat' && enabled && available,
          );
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
      onChange={() => setQuote(undefined)}
      onSubmit={(event) => {
        event.preventDefault();
        void withBody(conversation.run);
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
        <Button onClick={() => void withBody(async (body) => setQuote(await quoteChat(body)))}>
          {labels.ask}
        </Button>
        <Button onClick={() => void withBody(showCode)}>{labels.asCode}</Button>
      </div>
    </form>
  );
}

function Turns({ of: conversation }: { of: ReturnType<typeof useConversation> }): ReactElement {
  const { turns, isBusy, answer } = conversation;
  return (
    <div aria-live="polite" className="min-h-32 space-y-4">
      {turns.length === 0 && <p className="text-sm text-dim">{labels.noAnswer}</p>}
      {turns.map((turn, place) => (
        <TurnView
          key={turn.body.messages.length}
          turn={turn}
          answer={isBusy || place < turns.length - 1 ? undefined : answer}
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
      <AreaField label={labels.system} name="system" rows={2} />
      <AreaField label={labels.prompt} name="prompt" rows={5} required />
      {takes(model, 'image_input') && <PictureField />}
      {takes(model, 'tools') && <ToolField />}
      <ParameterFields key={model.id} contract={model.request_contract} />
    </>
  );
}
