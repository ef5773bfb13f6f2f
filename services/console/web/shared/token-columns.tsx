import type { ReactElement } from 'react';
import type { RequestOut } from '@tollgate/contract/request-records';
import { common } from './texts/common.ts';
import { requestLabels as labels } from './texts/requests.ts';
import { count } from './times.ts';
import type { Column } from './ui/table.tsx';

/**
 * The tokens of a call, as lists of requests show them: what a part is of, and the part. Videos
 * have seconds in their place.
 */
export const TOKEN_COLUMNS: readonly Column<Pick<RequestOut, 'tokens' | 'video_seconds'>>[] = [
  {
    head: labels.input,
    isNumber: true,
    cell: ({ tokens, video_seconds: seconds }) =>
      tokens === null || seconds !== null ? (
        common.none
      ) : (
        <Tokens whole={tokens.input} part={tokens.cache_read} partText={labels.cached} />
      ),
  },
  {
    head: labels.output,
    isNumber: true,
    cell: ({ tokens, video_seconds: seconds }) => {
      if (seconds !== null) return labels.video(count(seconds));
      if (tokens === null) return common.none;
      return <Tokens whole={tokens.output} part={tokens.reasoning} partText={labels.reasoning} />;
    },
  },
];

interface TokensProps {
  whole: number;
  part: number;
  partText: (part: string) => string;
}

/** A number of tokens, and below it a part of them. */
export function Tokens({ whole, part, partText }: TokensProps): ReactElement {
  return (
    <>
      {count(whole)}
      {part > 0 && <span className="block text-xs text-dim">{partText(count(part))}</span>}
    </>
  );
}
