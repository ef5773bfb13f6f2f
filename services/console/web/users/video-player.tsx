import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import type { VideoOut } from '@tollgate/contract/user-videos';
import { partsOf } from '../shared/read-file.ts';
import { videoPlayer as labels } from '../shared/texts/video-player.ts';
import { bytesText, percent } from '../shared/times.ts';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { askForVideo } from './video-file.ts';
import { usePoster } from './video-poster.tsx';

type File = NonNullable<VideoOut['file']>;
type Video = VideoOut & { file: File };

/** The shape of a video whose file does not say how large its pictures are. */
const USUAL_SHAPE = { width: 16, height: 9 };

/**
 * Plays the file of a video. Browsers cannot send a key with the address of a player, so the file
 * is fetched once somebody wants to see it, and kept for as long as the page is open.
 */
export function VideoPlayer({ of: video }: { of: Video }): ReactElement {
  const [share, setShare] = useState(0);
  const found = useQuery({
    queryKey: ['video-file', video.id],
    queryFn: ({ signal }) => fetchVideo(video, { signal, report: setShare }),
    enabled: false,
    retry: false,
    staleTime: Infinity,
  });
  if (found.data !== undefined) return <Player file={found.data} of={video} />;
  return (
    <div className="space-y-3">
      <Poster
        of={video}
        text={found.isFetching ? percent(share) : labels.watch(bytesText(video.file.bytes))}
        isBusy={found.isFetching}
        play={() => void found.refetch()}
      />
      {found.isError && <ErrorNote error={found.error} />}
    </div>
  );
}

const LOOK = 'block h-auto max-h-[70dvh] w-full max-w-3xl rounded-lg bg-black';

interface PosterProps {
  of: Video;
  text: string;
  isBusy: boolean;
  play: () => void;
}

/** Stands where the video will be, in its shape, with its first picture where that is known. */
function Poster({ of: video, text, isBusy, play }: PosterProps): ReactElement {
  const { width, height } = shapeOf(video.file);
  const picture = usePoster(video);
  const side = Math.min(width, height) / 3;
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  return (
    <button
      type="button"
      disabled={isBusy}
      onClick={play}
      className="relative block w-full max-w-3xl rounded-lg text-left"
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={LOOK}>
        {picture !== undefined && <image href={picture} width={width} height={height} />}
        <path
          d={`M${left} ${top} L${left + side} ${top + side / 2} L${left} ${top + side} Z`}
          className="fill-white stroke-black"
        />
      </svg>
      <span
        role={isBusy ? 'status' : undefined}
        className="absolute bottom-2 left-2 rounded bg-card px-2 py-1 text-sm text-ink"
      >
        {text}
      </span>
    </button>
  );
}

function Player({ file, of: video }: { file: Blob; of: Video }): ReactElement | null {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === undefined) return null;
  return (
    // Videos come without captions from the providers.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      controls
      playsInline
      src={address}
      aria-label={labels.video(video.id)}
      {...shapeOf(video.file)}
      className={LOOK}
    />
  );
}

function shapeOf({ width, height }: File): { width: number; height: number } {
  return width === null || height === null ? USUAL_SHAPE : { width, height };
}

interface Fetching {
  signal: AbortSignal;
  /** Takes the share of the file that has come, from 0 to 1. */
  report: (share: number) => void;
}

async function fetchVideo(video: Video, { signal, report }: Fetching): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const part of partsOf(askForVideo(video, { signal }))) {
    parts.push(part);
    bytes += part.byteLength;
    report(Math.min(1, bytes / video.file.bytes));
  }
  return new Blob(parts, { type: 'video/mp4' });
}
