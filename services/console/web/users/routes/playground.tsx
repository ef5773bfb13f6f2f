import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { AreaField, ChoiceField } from '../../shared/ui/field.tsx';
import { streamChat } from '../playground-call.ts';
import type { ChatBody } from '../playground-call.ts';
import { Cost } from '../playground-cost.tsx';
import { ParameterFields, readParameters } from '../playground-parameters.tsx';
import { modelsQuery } from '../queries.ts';
import { baseUrl } from '../samples.ts';

const words = texts.playground;

type Model = Schemas['UserModelOut'];

/** Calls of a model from the browser, with a form made of the model's contract. */
export function PlaygroundPage(): ReactElement {
  const models = useQuery(modelsQuery);
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
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

/** How a call stands. */
interface Call {
  text: string;
  isBusy: boolean;
  requestId: string | null;
  error: unknown;
}

const NOTHING: Call = { text: '', isBusy: false, requestId: null, error: undefined };

interface Running {
  call: Call;
  run: (body: ChatBody) => Promise<void>;
  stop: () => void;
}

/** One call at a time, as it goes on. */
function useCall(): Running {
  const [call, setCall] = useState<Call>(NOTHING);
  const abort = useRef<AbortController>(undefined);
  const run = async (body: ChatBody): Promise<void> => {
    const controller = new AbortController();
    abort.current = controller;
    setCall({ ...NOTHING, isBusy: true });
    const text = (piece: string): void => {
      setCall((now) => ({ ...now, text: now.text + piece }));
    };
    try {
      const { requestId } = await streamChat(body, { text, signal: controller.signal });
      setCall((now) => ({ ...now, isBusy: false, requestId }));
    } catch (error) {
      const isOurs = controller.signal.aborted;
      setCall((now) => ({ ...now, isBusy: false, error: isOurs ? undefined : error }));
    }
  };
  return { call, run, stop: () => abort.current?.abort() };
}

function Bench({ models, first }: { models: readonly Model[]; first: Model }): ReactElement {
  const { id } = useSearch({ from: '/playground' });
  const navigate = useNavigate();
  const [code, setCode] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const { call, run, stop } = useCall();
  const model = models.find((one) => one.model === id) ?? first;
  const bodyOf = (): ChatBody => readBody(model, new FormData(form.current ?? undefined));
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={words.request}>
        <form
          ref={form}
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            void run(bodyOf());
          }}
        >
          <ChoiceField
            label={texts.requests.model}
            value={model.model}
            onChange={(event) =>
              void navigate({ to: '/playground', search: { id: event.target.value } })
            }
            choices={models.map(({ model: name }) => ({ value: name, label: name }))}
          />
          <AreaField label={words.system} name="system" rows={2} />
          <AreaField label={words.prompt} name="prompt" rows={5} required />
          <ParameterFields key={model.id} contract={model.request_contract} />
          <div className="flex flex-wrap gap-2">
            <Button look="main" type="submit" disabled={call.isBusy}>
              {call.isBusy ? words.busy : words.send}
            </Button>
            <Button onClick={stop} disabled={!call.isBusy}>
              {words.stop}
            </Button>
            <Button onClick={() => setCode(curlOf(bodyOf()))}>{words.asCode}</Button>
          </div>
        </form>
      </Card>
      <Card title={words.answer}>
        <div aria-live="polite" className="min-h-32 text-sm break-words whitespace-pre-wrap">
          {call.text === '' ? <span className="text-dim">{words.noAnswer}</span> : call.text}
        </div>
        {call.error !== undefined && <ErrorNote error={call.error} />}
        {call.requestId !== null && <Cost requestId={call.requestId} />}
        {code !== undefined && (
          <div className="mt-4">
            <CodeBlock label="curl" code={code} />
          </div>
        )}
      </Card>
    </div>
  );
}

/** The request that the form stands for. */
function readBody(model: Model, form: FormData): ChatBody {
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const system = text('system').trim();
  return {
    model: model.model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content: text('prompt') },
    ],
    ...readParameters(model.request_contract, form),
  };
}

/** The same request for a shell; quotes of the text end and begin the shell's own. */
const curlOf = (body: ChatBody): string =>
  `curl ${baseUrl()}/chat/completions \\
  -H 'Authorization: Bearer ${texts.models.yourKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`;
