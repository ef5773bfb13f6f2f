import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { besideTexts } from '../shared/texts/playground-beside.ts';
import { texts } from '../shared/texts/users.ts';
import { Button } from '../shared/ui/button.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { AreaField, ChoiceField } from '../shared/ui/field.tsx';
import { keepInTab, keptInTab } from './kept-in-tab.ts';
import { quoteChat } from './playground-call.ts';
import type { ChatBody, Quote } from './playground-call.ts';
import { DocumentField, PictureField, ToolField } from './playground-inputs.tsx';
import { ParameterFields } from './playground-parameters.tsx';
import { QuoteNote } from './playground-quote.tsx';
import { readBody, takes } from './playground-request.ts';
import type { Side } from './playground-sides.ts';

const labels = texts.playground;

type Model = UserModelOut;

interface RequestFormProps {
  sides: readonly Side[];
  showCode: (bodies: readonly ChatBody[]) => void;
  children: ReactNode;
}

/** The message, what goes with it, and the buttons that send it to each side. */
export function RequestForm({ sides, showCode, children }: RequestFormProps): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const [fault, setFault] = useState<unknown>();
  const [quotes, setQuotes] = useState<readonly Quote[]>([]);
  const isBusy = sides.some(({ conversation }) => conversation.isBusy);
  /** Shows an error if the form cannot be read or a call is rejected. */
  const withBodies = async (act: (bodies: ChatBody[]) => unknown): Promise<void> => {
    setFault(undefined);
    try {
      const typed = new FormData(form.current ?? undefined);
      await act(await Promise.all(sides.map(({ model }) => readBody(model, typed))));
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
        setQuotes([]);
        keepDraft(event.currentTarget);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        const { currentTarget: sent } = event;
        void withBodies((bodies) => {
          emptyPrompt(sent);
          return Promise.all(
            sides.map(async ({ conversation }, index) => {
              const body = bodies[index];
              if (body !== undefined) await conversation.run(body);
            }),
          );
        });
      }}
    >
      {children}
      {fault !== undefined && <ErrorNote error={fault} />}
      {quotes.map((quote, index) => (
        <div key={index}>
          {quotes.length > 1 && <bdi className="text-sm">{sides[index]?.model.model}</bdi>}
          <QuoteNote quote={quote} />
        </div>
      ))}
      <FormButtons
        sides={sides}
        quote={() =>
          void withBodies(async (bodies) => setQuotes(await Promise.all(bodies.map(quoteChat))))
        }
        showCode={() => void withBodies(showCode)}
      />
    </form>
  );
}

interface FormButtonsProps {
  sides: readonly Side[];
  quote: () => void;
  showCode: () => void;
}

function FormButtons({ sides, quote, showCode }: FormButtonsProps): ReactElement {
  const all = sides.map(({ conversation }) => conversation);
  const isBusy = all.some((one) => one.isBusy);
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="main" type="submit" disabled={isBusy}>
        {isBusy ? labels.busy : labels.send}
      </Button>
      <Button onClick={() => all.forEach((one) => one.stop())} disabled={!isBusy}>
        {all.length > 1 ? besideTexts.stopBoth : labels.stop}
      </Button>
      <Button
        onClick={() => all.forEach((one) => one.clear())}
        disabled={isBusy || all.every(({ turns }) => turns.length === 0)}
      >
        {labels.newChat}
      </Button>
      <Button onClick={quote}>{labels.ask}</Button>
      <Button onClick={showCode}>{labels.asCode}</Button>
    </div>
  );
}

interface InputsProps {
  models: readonly Model[];
  /** Models of other kinds, which have a form of their own. */
  others: readonly Model[];
  sides: readonly Side[];
}

/** Which models are called, and what they get. */
export function Inputs({ models, others, sides }: InputsProps): ReactElement | null {
  const [one, two] = sides;
  if (one === undefined) return null;
  const { model } = one;
  return (
    <>
      <ModelFields models={models} others={others} one={one} two={two} />
      <AreaField label={labels.system} name="system" rows={2} defaultValue={keptText('system')} />
      <AreaField
        label={labels.prompt}
        name="prompt"
        rows={5}
        required
        defaultValue={keptText('prompt')}
      />
      {takes(model, 'image_input') && <PictureField />}
      {takes(model, 'document_input') && <DocumentField />}
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

interface ModelFieldsProps {
  models: readonly Model[];
  others: readonly Model[];
  one: Side;
  two: Side | undefined;
}

/** Which model is called, and which one beside it. */
function ModelFields({ models, others, one, two }: ModelFieldsProps): ReactElement {
  const navigate = useNavigate();
  const choose = (id: string, beside: string | undefined): void =>
    void navigate({ to: '/playground', search: { id, beside } });
  const choices = choicesOf(models);
  // Two models are compared on the same messages, from the first one on.
  const isBegun = two === undefined && one.conversation.turns.length > 0;
  const hint = isBegun ? besideTexts.begun : besideTexts.hint;
  const name = one.model.model;
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <ChoiceField
        label={texts.requests.model}
        value={name}
        onChange={(event) => choose(event.target.value, two?.model.model)}
        choices={[...choices, ...choicesOf(others)]}
      />
      {models.length > 1 && (
        <div>
          <ChoiceField
            label={besideTexts.beside}
            value={two?.model.model ?? ''}
            disabled={isBegun}
            onChange={(event) => choose(name, event.target.value || undefined)}
            choices={[
              { value: '', label: besideTexts.none },
              ...choices.filter(({ value }) => value !== name),
            ]}
          />
          {(isBegun || two !== undefined) && <p className="mt-1 text-xs text-dim">{hint}</p>}
        </div>
      )}
    </div>
  );
}

/** Models as a list offers them. */
export const choicesOf = (models: readonly Model[]): { value: string; label: string }[] =>
  models.map(({ model: name }) => ({ value: name, label: name }));

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
