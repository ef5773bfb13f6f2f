import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { InputHTMLAttributes, ReactElement } from 'react';
import { TextField } from './ui/field.tsx';

const STALE_MS = 60_000;
/** More values than these are found by typing. */
const SHOWN_MAX = 200;

/** Where the values come from that a field suggests. */
export interface Suggest {
  /** Names the values among all that are suggested. */
  of: string;
  find: (typed: string) => Promise<readonly string[]>;
  /** Whether what was typed decides which values are found; else they are found once. */
  isSearch?: boolean;
}

/** A labelled input that suggests values once somebody is there; any other text goes as well. */
export function SuggestField({
  suggest,
  ...rest
}: { suggest: Suggest; label: string } & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const list = useId();
  const [typed, type] = useState<string | null>(null);
  const asked = suggest.isSearch === true ? (typed ?? '').trim() : '';
  const { data: values = [] } = useQuery({
    queryKey: ['suggest', suggest.of, asked],
    queryFn: () => suggest.find(asked),
    enabled: typed !== null,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextField
        {...rest}
        list={list}
        autoComplete="off"
        onFocus={(event) => type(event.target.value)}
        onChange={(event) => type(event.target.value)}
      />
      <datalist id={list}>
        {values.slice(0, SHOWN_MAX).map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
}
