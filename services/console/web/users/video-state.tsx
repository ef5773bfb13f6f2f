import type { ReactElement } from 'react';
import type { VideoOut } from '@tollgate/contract/user-videos';
import { startDownload } from '../shared/downloads.ts';
import { partsOf } from '../shared/read-file.ts';
import { common } from '../shared/texts/common.ts';
import { videos } from '../shared/texts/videos.ts';
import { texts } from '../shared/texts/users.ts';
import { bytesText } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { askForVideo } from './video-file.ts';

const labels = videos;
const TONES = { queued: 'plain', in_progress: 'warn', completed: 'good', failed: 'bad' } as const;
type Video = VideoOut;

/** The state of a video, with its progress. */
export function VideoState({ of: { state, progress } }: { of: Video }): ReactElement {
  return (
    <Badge tone={TONES[state]}>
      {labels.states[state]}
      {state === 'in_progress' && ` ${progress} %`}
    </Badge>
  );
}

/** Downloads the file of a video, or says why there is none. */
export function VideoFile({ of: video }: { of: Video }): ReactElement {
  const { id, file, state } = video;
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
      read: (signal) => partsOf(askForVideo(video, { signal })),
    });
  return (
    <Button onClick={fetchFile} aria-label={labels.fetchNamed(name)}>
      {labels.fetch} ({bytesText(file.bytes)})
    </Button>
  );
}
