import type { ReactElement } from 'react';
import type { Schemas } from '../shared/api/users-client.ts';
import { startDownload } from '../shared/downloads.ts';
import { partsOf } from '../shared/read-file.ts';
import { common } from '../shared/texts/common.ts';
import { films } from '../shared/texts/films.ts';
import { texts } from '../shared/texts/users.ts';
import { bytesText } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { ownKey } from './own-key.ts';

const words = films;
const TONES = { queued: 'plain', in_progress: 'warn', completed: 'good', failed: 'bad' } as const;
type Film = Schemas['FilmOut'];

/** How a film stands, with how far it has come while it is made. */
export function FilmState({ of: { state, progress } }: { of: Film }): ReactElement {
  return (
    <Badge tone={TONES[state]}>
      {words.states[state]}
      {state === 'in_progress' && ` ${progress} %`}
    </Badge>
  );
}

/** Fetches the file of a film; says why where there is none. */
export function FilmFile({ of: film }: { of: Film }): ReactElement {
  const { id, file, mode, state } = film;
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

/** No cookie is sent: files of films are given to keys. */
async function askFor(path: string, mode: Film['mode'], signal: AbortSignal): Promise<Response> {
  const authorization = `Bearer ${await ownKey(mode)}`;
  return fetch(path, { credentials: 'omit', signal, headers: { authorization } });
}
