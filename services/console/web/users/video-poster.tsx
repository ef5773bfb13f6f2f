import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { VideoOut } from '@tollgate/contract/user-videos';
import { useHasOwnKey } from './own-key.ts';
import { askForVideo } from './video-file.ts';

/** The beginning of a file in which its first picture is looked for, in bytes. */
const BEGINNING_BYTES = 262_144;
/** How wide a poster is kept, in pixels. */
const WIDTH_MAX = 640;
const QUALITY = 0.8;
/** A browser that finds no picture in the beginning of a file may wait for the rest for ever. */
const PATIENCE_MS = 10_000;

type Video = Pick<VideoOut, 'id' | 'mode' | 'file'>;

/** The first picture of a video as the address of an image. */
const posterQuery = (video: Video) =>
  queryOptions({
    queryKey: ['video-poster', video.id],
    queryFn: async ({ signal }) => {
      const answer = await askForVideo(video, { signal, first: BEGINNING_BYTES });
      if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
      return firstPicture(await answer.blob());
    },
    retry: false,
    staleTime: Infinity,
    gcTime: Infinity,
  });

/**
 * Returns the first picture of a video once it is known. Files need a key, so nothing is asked for
 * before the page has one.
 */
export function usePoster(video: Video, isSeen = true): string | undefined {
  const hasKey = useHasOwnKey(video.mode);
  return useQuery({ ...posterQuery(video), enabled: isSeen && hasKey && video.file !== null }).data;
}

/** A small poster of a video in a list, asked for when it comes into sight. */
export function SmallPoster({ of: video }: { of: Video }): ReactElement {
  const mark = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (mark.current !== null) watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, []);
  const poster = usePoster(video, isSeen);
  return (
    <span ref={mark} className="block">
      {poster !== undefined && <img src={poster} alt="" className="mb-1 h-auto w-20 rounded" />}
    </span>
  );
}

/** Draws the first picture of a video, whole or only its beginning, as the address of an image. */
async function firstPicture(file: Blob): Promise<string> {
  const address = URL.createObjectURL(file);
  const video = document.createElement('video');
  try {
    await hasPicture(video, address);
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, WIDTH_MAX / videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/jpeg', QUALITY);
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}

function hasPicture(video: HTMLVideoElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(new Error('no picture in the beginning of the file'));
    const timer = setTimeout(give, PATIENCE_MS);
    video.addEventListener('loadeddata', () => {
      clearTimeout(timer);
      resolve();
    });
    video.addEventListener('error', give);
    video.muted = true;
    video.preload = 'auto';
    video.src = address;
  });
}
