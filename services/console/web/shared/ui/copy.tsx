import { useState } from 'react';
import type { ReactElement } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';

const SHOWN_MS = 2_000;

/** Puts a text into the clipboard. @returns whether that was just done, and what does it */
function useCopy(text: string): [boolean, () => void] {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return [isCopied, () => void copy()];
}

/** An id, with a button that copies it. */
export function Id({ value }: { value: string }): ReactElement {
  const [isCopied, copy] = useCopy(value);
  return (
    <span className="inline-flex max-w-full items-center gap-1 text-xs">
      <code className="min-w-0 break-all">{value}</code>
      <button
        type="button"
        onClick={copy}
        aria-label={`${common.copy}: ${value}`}
        title={isCopied ? common.copied : common.copy}
        className="size-7 shrink-0 rounded text-dim hover:bg-page hover:text-ink"
      >
        <span aria-hidden="true">{isCopied ? '✓' : '⧉'}</span>
      </button>
    </span>
  );
}

/** Puts a text into the clipboard and says so. */
function CopyButton({ text, label }: { text: string; label?: string }): ReactElement {
  const [isCopied, copy] = useCopy(text);
  return (
    <Button onClick={copy} aria-label={label ?? common.copy}>
      <span aria-live="polite">{isCopied ? common.copied : common.copy}</span>
    </Button>
  );
}

/** Code that a reader takes along. */
export function CodeBlock({ code, label }: { code: string; label: string }): ReactElement {
  return (
    <div className="min-w-0 rounded-md border border-line bg-page">
      <div className="flex items-center justify-between gap-2 border-b border-line px-3 py-1.5 text-xs text-dim">
        <span>{label}</span>
        <CopyButton text={code} label={`${common.copy}: ${label}`} />
      </div>
      {/* Keyboards have to reach what scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="overflow-x-auto p-3 font-mono text-xs leading-relaxed">
        {code}
      </pre>
    </div>
  );
}
