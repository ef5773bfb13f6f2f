import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { common } from './texts/common.ts';
import { PageHead } from './ui/card.tsx';
import { ErrorNote } from './ui/error-note.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** Shows the result of a query; before that, that the page is loading, or why loading failed. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>): ReactElement {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) return <ErrorNote error={query.error} retry={() => void query.refetch()} />;
  return <Loading />;
}

/** Widths of the lines that stand for what is loading. */
const LINES = ['w-1/3', 'w-full', 'w-5/6', 'w-2/3'];

/** Replaces content that is loading by its outline. */
export function Loading(): ReactElement {
  return (
    <div role="status" className="w-full py-2">
      <span className="sr-only">{common.loading}</span>
      <div aria-hidden="true" className="animate-pulse space-y-3 motion-reduce:animate-none">
        {LINES.map((width) => (
          <div key={width} className={`h-4 rounded bg-line ${width}`} />
        ))}
      </div>
    </div>
  );
}

/** The page of an address that leads nowhere. */
export function NotFound(): ReactElement {
  return (
    <>
      <PageHead title={common.notFound} lead={common.notFoundText} />
      <Link to="/" className="text-sm text-accent underline">
        {common.home}
      </Link>
    </>
  );
}

/** The page of a route that failed to show. */
export function RouteFailure({
  error,
  reset,
}: {
  error: unknown;
  reset: () => void;
}): ReactElement {
  return <ErrorNote error={error} retry={reset} />;
}
