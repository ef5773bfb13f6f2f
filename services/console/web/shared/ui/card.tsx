import { useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Sparkline } from '../charts/sparkline.tsx';
import { common } from '../texts/common.ts';

interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A framed part of a page. */
export function Card({ title, actions, children }: CardProps): ReactElement {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-card p-4 sm:p-5">
      {title !== undefined && (
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

interface FigureProps {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  /** Its course, oldest first. */
  trend?: readonly number[];
}

/** One number that a page is about. */
export function Figure({ label, value, note, trend }: FigureProps): ReactElement {
  return (
    <div className="min-w-0 rounded-lg border border-line bg-card p-3 sm:p-4">
      <p className="text-sm text-dim">{label}</p>
      <p className="mt-1 text-xl font-semibold break-words tabular-nums sm:text-2xl">{value}</p>
      {note !== undefined && <p className="mt-1 text-sm text-dim">{note}</p>}
      {trend !== undefined && <Sparkline values={trend} />}
    </div>
  );
}

/** Replaces an empty table, and says what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactElement {
  return (
    <div className="rounded-lg border border-dashed border-line px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      <div className="mx-auto mt-1 max-w-prose text-sm text-dim">{children}</div>
    </div>
  );
}

interface PageHeadProps {
  /** What the page is called, also in the tab and in the history of the browser. */
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
}

/** The head of a page. */
export function PageHead({ title, lead, actions }: PageHeadProps): ReactElement {
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight break-words">
          <bdi>{title}</bdi>
        </h1>
        {lead !== undefined && <p className="mt-1 max-w-4xl text-sm text-dim">{lead}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-end gap-2">{actions}</div>}
    </header>
  );
}
