import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { kindTexts as labels } from '../shared/texts/playground-kinds.ts';
import { texts } from '../shared/texts/users.ts';
import { count } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { AreaField, ChoiceField, TextField } from '../shared/ui/field.tsx';
import { Cost } from './playground-cost.tsx';
import { choicesOf } from './playground-form.tsx';
import { pathOf, trialBody, tryKind } from './playground-kinds.ts';
import type { Made, TrialBody, Tried, TrialKind } from './playground-kinds.ts';
import { ParameterFields } from './playground-parameters.tsx';
import { curlOf } from './playground-request.ts';

/** How many numbers of a vector are shown. */
const NUMBERS_SHOWN = 8;
/** Digits of a score behind the point. */
const SCORE_DIGITS = 4;

type Model = UserModelOut;

interface TrialProps {
  models: readonly Model[];
  model: Model;
  kind: TrialKind;
}

/** Single calls of a model that does not chat, and what came back. */
export function Trial({ models, model, kind }: TrialProps): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState<TrialBody>();
  const navigate = useNavigate();
  const call = useMutation({ mutationFn: (body: TrialBody) => tryKind(kind, body) });
  const body = (): TrialBody => trialBody(model, kind, new FormData(form.current ?? undefined));
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={texts.playground.request}>
        <form
          ref={form}
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            call.mutate(body());
          }}
        >
          <ChoiceField
            label={texts.requests.model}
            value={model.model}
            onChange={(event) =>
              void navigate({ to: '/playground', search: { id: event.target.value } })
            }
            choices={choicesOf(models)}
          />
          <Given kind={kind} />
          <ParameterFields contract={model.request_contract} />
          <div className="flex flex-wrap gap-2">
            <Button look="main" type="submit" disabled={call.isPending}>
              {call.isPending ? labels.busy : labels.send}
            </Button>
            <Button onClick={() => setCode(body())}>{texts.playground.asCode}</Button>
          </div>
        </form>
      </Card>
      <Card title={texts.playground.answer}>
        <div aria-live="polite" className="min-h-32 space-y-4 text-sm">
          {call.isIdle && <p className="text-dim">{texts.playground.noAnswer}</p>}
          {call.isError && <ErrorNote error={call.error} />}
          {call.data !== undefined && <Answer of={call.data} />}
          {code !== undefined && <CodeBlock label="curl" code={curlOf(code, pathOf(kind))} />}
        </div>
      </Card>
    </div>
  );
}

/** What the model works on. */
function Given({ kind }: { kind: TrialKind }): ReactElement {
  const label = labels.input[kind];
  if (kind === 'transcription')
    return <TextField label={label} name="given" type="file" accept="audio/*,video/*" required />;
  return (
    <>
      <AreaField label={label} name="given" rows={kind === 'rerank' ? 2 : 5} required />
      {kind === 'rerank' && (
        <AreaField label={labels.documents} name="documents" rows={5} required />
      )}
    </>
  );
}

function Answer({ of: { made, requestId } }: { of: Tried }): ReactElement {
  return (
    <>
      <MadeView of={made} />
      {requestId !== null && made.kind !== 'video' && <Cost requestId={requestId} />}
    </>
  );
}

function MadeView({ of: made }: { of: Made }): ReactElement {
  switch (made.kind) {
    case 'vector':
      return <Vector numbers={made.numbers} />;
    case 'pictures':
      return <Pictures addresses={made.addresses} />;
    case 'sound':
      return <Sound file={made.file} />;
    case 'video':
      return (
        <p>
          {labels.begun}{' '}
          <Link to="/videos/$id" params={{ id: made.id }} className="text-accent underline">
            {labels.open}
          </Link>
        </p>
      );
    case 'verdict':
      return (
        <p>
          {made.flagged.length === 0
            ? labels.notFlagged
            : `${labels.flagged} ${made.flagged.join(', ')}`}
        </p>
      );
    case 'order':
      return <Order of={made.ranks} />;
    case 'transcript':
      return (
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {made.text === '' ? labels.nothingHeard : made.text}
        </p>
      );
  }
}

function Vector({ numbers }: { numbers: readonly number[] }): ReactElement {
  return (
    <>
      <p>{labels.vector(count(numbers.length))}</p>
      <p className="font-mono text-xs break-words">{numbers.slice(0, NUMBERS_SHOWN).join(', ')}</p>
    </>
  );
}

function Pictures({ addresses }: { addresses: readonly string[] }): ReactElement {
  return (
    <>
      {addresses.map((address, position) => (
        <img
          key={position}
          src={address}
          alt={labels.picture(position + 1)}
          className="h-auto max-w-full rounded-lg"
        />
      ))}
    </>
  );
}

function Order({ of: ranks }: { of: Extract<Made, { kind: 'order' }>['ranks'] }): ReactElement {
  return (
    <ol className="list-decimal space-y-1 pl-6">
      {ranks.map(({ document, score }, position) => (
        <li key={position}>
          <span dir="auto" className="break-words">
            {document}
          </span>{' '}
          <span className="font-mono text-xs text-dim">{score.toFixed(SCORE_DIGITS)}</span>
        </li>
      ))}
    </ol>
  );
}

function Sound({ file }: { file: Blob }): ReactElement | null {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- the text of it stands in the form
  return address === undefined ? null : <audio controls src={address} className="w-full" />;
}
