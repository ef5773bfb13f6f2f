import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { Loaded } from '../../shared/page-states.tsx';
import { besideTexts } from '../../shared/texts/playground-beside.ts';
import { texts } from '../../shared/texts/users.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import type { ChatBody } from '../playground-call.ts';
import { Inputs, RequestForm } from '../playground-form.tsx';
import { trialKindOf } from '../playground-kinds.ts';
import { curlOf } from '../playground-request.ts';
import type { Running } from '../playground-run.ts';
import { useSides } from '../playground-sides.ts';
import type { Side } from '../playground-sides.ts';
import { Trial } from '../playground-trial.tsx';
import { TurnView } from '../playground-turn.tsx';
import { modelsQuery } from '../queries.ts';

const labels = texts.playground;

type Model = UserModelOut;

/** Calls of one model or two from the browser, with a form made of the first one's contract. */
export function PlaygroundPage(): ReactElement {
  const models = useQuery(modelsQuery);
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead} />
      <Loaded query={models}>
        {(list) => <Chosen of={list.filter(({ enabled, available }) => enabled && available)} />}
      </Loaded>
    </>
  );
}

/** The form for the kind of model that was chosen; the cheapest one that chats, if none was. */
function Chosen({ of: usable }: { of: readonly Model[] }): ReactElement {
  const { id } = useSearch({ from: '/playground' });
  const chat = usable.filter(({ capability }) => capability === 'chat').toSorted(byPrice);
  const others = usable.filter((model) => trialKindOf(model) !== null);
  const model = others.find((one) => one.model === id) ?? (chat.length === 0 ? others[0] : null);
  const kind = model ? trialKindOf(model) : null;
  if (model && kind !== null) {
    return <Trial key={model.id} models={[...chat, ...others]} model={model} kind={kind} />;
  }
  const [first] = chat;
  if (first === undefined) {
    return <Empty title={texts.models.empty}>{texts.models.emptyText}</Empty>;
  }
  return <Bench models={chat} others={others} first={first} />;
}

interface BenchProps {
  models: readonly Model[];
  others: readonly Model[];
  first: Model;
}

function Bench({ models, others, first }: BenchProps): ReactElement {
  const { id, beside } = useSearch({ from: '/playground' });
  const model = models.find((one) => one.model === id) ?? first;
  const other = models.find((one) => one.model === beside && one !== model);
  const sides = useSides(model, other);
  const [code, setCode] = useState<readonly ChatBody[]>([]);
  const isOne = sides.length === 1;
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <div className={isOne ? 'min-w-0' : 'min-w-0 xl:col-span-2'}>
        <Card title={labels.request}>
          <RequestForm sides={sides} showCode={setCode}>
            <Inputs models={models} others={others} sides={sides} />
          </RequestForm>
        </Card>
      </div>
      {sides.map((side, index) => (
        <SideCard key={index} of={side} isOne={isOne} code={code[index]} />
      ))}
    </div>
  );
}

interface SideCardProps {
  of: Side;
  isOne: boolean;
  /** The call that is shown as code. */
  code: ChatBody | undefined;
}

/** What one model answered, what it cost, and a button that stops it alone. */
function SideCard({ of: { model, conversation }, isOne, code }: SideCardProps): ReactElement {
  return (
    <Card
      title={isOne ? labels.answer : <bdi className="break-all">{model.model}</bdi>}
      actions={
        !isOne && (
          <Button
            aria-label={besideTexts.stopOne(model.model)}
            onClick={conversation.stop}
            disabled={!conversation.isBusy}
          >
            {labels.stop}
          </Button>
        )
      }
    >
      <Turns of={conversation} />
      {conversation.error !== undefined && <ErrorNote error={conversation.error} />}
      {code !== undefined && (
        <div className="mt-4">
          <CodeBlock label="curl" code={curlOf(code)} />
        </div>
      )}
    </Card>
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

function Turns({ of: conversation }: { of: Running }): ReactElement {
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
