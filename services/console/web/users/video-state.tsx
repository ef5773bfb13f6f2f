import type { ReactElement } from 'react';
import type { Schemas } from '../shared/api/users-client.ts';
import { startDownload } from '../shared/downloads.ts';
import { partsOf } from '../shared/read-file.ts';
import { common } from '../shared/texts/common.ts';
import { videos } from '../shared/texts/videos.ts';
import { texts } from '../shared/texts/users.ts';
import { bytesText } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { ownKey } from './own-key.ts';

const words = videos;
const TONES = { queued: 'plain', in_progress: 'warn', completed: 'good', failed: 'bad' } as const;
type Video = Schemas['FilmOut'];

/** How a video stands, with how far it has come while it is made. */
export function VideoState({ of: { state, progress } }: { of: Video }): ReactElement {
  return (
    <Badge tone={TONES[state]}>
      {words.states[state]}
      {state === 'in_progress' && ` ${progress} %`}
    </Badge>
  );
}

/** Fetches the file of a video; says why where there is none. */
export function VideoFile({ of: video }: { of: Video }): ReactElement {
  const { id, file, mode, state } = video;
  if (file === null) {
    return (
      <span className="text-dim">
        {state === 'completed' ? texts.operations.gone : common.none}
      </span>
    );
  }
  const name = `${id}.mp4`;
  const fetchFile = (): void =>
    startDownload({
      name,
      type: 'video/mp4',
      isTable: false,
      total: file.bytes,
      read: (signal) => partsOf(askFor(`/v1/videos/${id}/content`, mode, signal)),
    });
  return (
    <Button onClick={fetchFile} aria-label={words.fetchNamed(name)}>
      {words.fetch} ({bytesText(file.bytes)})
    </Button>
  );
}

/** No cookie is sent: files of videos are given to keys. */
async function askFor(path: string, mode: Video['mode'], signal: AbortSignal): Promise<Response> {
  const authorization = `Bearer ${await ownKey(mode)}`;
  return fetch(path, { credentials: 'omit', signal, headers: { authorization } });
}
