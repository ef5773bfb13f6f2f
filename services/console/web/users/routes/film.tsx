import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { films } from '../../shared/texts/films.ts';
import { texts } from '../../shared/texts/users.ts';
import { longTime } from '../../shared/times.ts';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { FilmFile, FilmState } from '../film-state.tsx';
import { KeyName } from '../key-name.tsx';

const words = films;
const LIVE_MS = 2_000;
type Film = Schemas['FilmOut'];

/** One film: how it stands, what it holds or cost, and its file while that is kept. */
export function FilmPage(): ReactElement {
  const { id } = useParams({ from: '/films/$id' });
  const detail = useQuery({
    queryKey: ['film', id],
    queryFn: () =>
      dataOf(users.GET('/api/videos/{video_id}', { params: { path: { video_id: id } } })),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LIVE_MS : false),
  });
  return (
    <>
      <PageHead
        title={words.one}
        lead={<code className="break-all">{id}</code>}
        actions={
          <Link
            to="/operations"
            search={{ kind: 'films' }}
            className="text-sm text-accent underline"
          >
            {words.all}
          </Link>
        }
      />
      <Loaded query={detail}>
        {(film) => (
          <div className="grid gap-4">
            <Card title={texts.requests.whatHappened}>
              <Facts facts={factsOf(film)} />
            </Card>
            <Card title={words.file}>
              <FilePart of={film} />
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

const money = (amount: string | null): ReactNode =>
  amount === null ? common.none : <Money amount={amount} exact />;

function factsOf(film: Film): readonly (readonly [string, ReactNode])[] {
  const { finished_at: finishedAt, public_id: publicId, error, aspect_ratio: ratio } = film;
  const asked = [words.terms(film.seconds, film.resolution), ratio].filter((one) => one !== null);
  return [
    [texts.operations.state, <FilmState key="state" of={film} />],
    ...(error === null ? [] : [[words.error, <FilmError key="error" of={error} />] as const]),
    [texts.operations.accepted, longTime(film.created_at)],
    [texts.operations.ended, finishedAt === null ? common.none : longTime(finishedAt)],
    [texts.requests.model, <bdi key="model">{film.model}</bdi>],
    [words.asked, asked.join(', ')],
    [words.sound, film.generate_audio ? words.withSound : words.silent],
    [words.held, money(film.held)],
    [words.charged, money(film.charged)],
    [texts.requests.key, <KeyName key="key" id={film.api_key_id} />],
    [common.requestId, <code key="id">{film.request_id}</code>],
    [texts.requests.receipt, <Receipt key="receipt" id={publicId} />],
  ];
}

function Receipt({ id }: { id: string | null }): ReactElement {
  if (id === null) return <>{common.none}</>;
  return (
    <Link to="/requests/$id" params={{ id }} className="text-accent underline">
      {texts.requests.one}
    </Link>
  );
}

function FilmError({
  of: { code, message },
}: {
  of: { code: string; message: string };
}): ReactElement {
  return (
    <>
      <bdi>{message}</bdi> (<code>{code}</code>)
    </>
  );
}

function FilePart({ of: film }: { of: Film }): ReactElement {
  const { id, file, state, finished_at: finishedAt } = film;
  if (file === null) {
    const text =
      finishedAt === null ? words.waiting : words.noFile[state === 'failed' ? 'failed' : 'gone'];
    return (
      <p role={finishedAt === null ? 'status' : undefined} className="text-sm text-dim">
        {text}
      </p>
    );
  }
  const { seconds, width, height, kept_until: keptUntil } = file;
  const path = `${globalThis.location.origin}/v1/videos/${id}/content`;
  return (
    <div className="space-y-4 text-sm">
      <p>
        <FilmFile of={film} />
      </p>
      <p className="text-dim">
        {seconds !== null && words.isLong(seconds, `${width} × ${height}`)}{' '}
        {keptUntil !== null && words.keptUntil(longTime(keptUntil))}
      </p>
      <CodeBlock
        label="curl"
        code={`curl -O -J ${path} \\\n  -H "Authorization: Bearer $TOLLGATE_API_KEY"`}
      />
    </div>
  );
}
