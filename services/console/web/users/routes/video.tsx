import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { VideoOut } from '@tollgate/contract/user-videos';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { videos } from '../../shared/texts/videos.ts';
import { texts } from '../../shared/texts/users.ts';
import { longTime } from '../../shared/times.ts';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { VideoPlayer } from '../video-player.tsx';
import { VideoFile, VideoState } from '../video-state.tsx';
import { KeyName } from '../key-name.tsx';

const labels = videos;
const LIVE_MS = 2_000;
type Video = VideoOut;

/** One video: its state, its hold or cost, and its file while that is available. */
export function VideoPage(): ReactElement {
  const { id } = useParams({ from: '/videos/$id' });
  const detail = useQuery({
    queryKey: ['video', id],
    queryFn: () =>
      dataOf(users.GET('/api/videos/{video_id}', { params: { path: { video_id: id } } })),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LIVE_MS : false),
  });
  return (
    <>
      <PageHead
        title={labels.one}
        lead={<code className="break-all">{id}</code>}
        actions={
          <Link
            to="/operations"
            search={{ kind: 'videos' }}
            className="text-sm text-accent underline"
          >
            {labels.all}
          </Link>
        }
      />
      <Loaded query={detail}>
        {(video) => (
          <div className="grid gap-4">
            <Card title={texts.requests.whatHappened}>
              <Facts facts={factsOf(video)} />
            </Card>
            <Card title={labels.file}>
              <FilePart of={video} />
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

const money = (amount: string | null): ReactNode =>
  amount === null ? common.none : <Money amount={amount} exact />;

function factsOf(video: Video): readonly (readonly [string, ReactNode])[] {
  const { finished_at: finishedAt, public_id: publicId, error, aspect_ratio: ratio } = video;
  const asked = [labels.terms(video.seconds, video.resolution), ratio].filter(
    (one) => one !== null,
  );
  return [
    [texts.operations.state, <VideoState key="state" of={video} />],
    ...(error === null ? [] : [[labels.error, <VideoError key="error" of={error} />] as const]),
    [texts.operations.accepted, longTime(video.created_at)],
    [texts.operations.ended, finishedAt === null ? common.none : longTime(finishedAt)],
    [texts.requests.model, <bdi key="model">{video.model}</bdi>],
    [labels.requested, asked.join(', ')],
    [labels.sound, video.generate_audio ? labels.withSound : labels.silent],
    [labels.held, money(video.held)],
    [labels.spent, money(video.charged)],
    [texts.requests.key, <KeyName key="key" id={video.api_key_id} />],
    [common.requestId, <code key="id">{video.request_id}</code>],
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

function VideoError({
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

function FilePart({ of: video }: { of: Video }): ReactElement {
  const { id, file, state, finished_at: finishedAt } = video;
  if (file === null) {
    const text =
      finishedAt === null ? labels.waiting : labels.noFile[state === 'failed' ? 'failed' : 'gone'];
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
      <VideoPlayer of={{ ...video, file }} />
      <p>
        <VideoFile of={video} />
      </p>
      <p className="text-dim">
        {seconds !== null && labels.isLong(seconds, `${width} × ${height}`)}{' '}
        {keptUntil !== null && labels.keptUntil(longTime(keptUntil))}
      </p>
      <CodeBlock
        label="curl"
        code={`curl -O -J ${path} \\\n  -H "Authorization: Bearer $TOLLGATE_API_KEY"`}
      />
    </div>
  );
}
