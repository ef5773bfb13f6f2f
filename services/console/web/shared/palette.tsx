import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { MenuGroup } from './menu.ts';
import { documentationPages, foundIn, requestOf } from './palette-items.ts';
import type { Found, PaletteItem } from './palette-items.ts';
import { common } from './texts/common.ts';
import { Dialog } from './ui/dialog.tsx';

const labels = common.palette;
const STALE_MS = 60_000;

interface PaletteProps {
  menu: readonly MenuGroup[];
  /** What a console finds beside its pages by what was typed. */
  find: (typed: string) => Promise<readonly Found[]>;
  close: () => void;
}

/** Finds pages, things with a name and the documentation by a few letters, and goes there. */
export function Palette({ menu, find, close }: PaletteProps): ReactElement {
  const [typed, type] = useState('');
  const navigate = useNavigate();
  const groups = useFound(menu, typed.trim(), find);
  const go = (item: PaletteItem): void => {
    close();
    if (item.to.startsWith('/docs')) globalThis.location.assign(item.to);
    else void navigate({ to: item.to, search: item.search ?? {} });
  };
  return (
    <Dialog title={labels.title} close={close}>
      <Command label={labels.title} shouldFilter={false} loop>
        <Command.Input
          value={typed}
          onValueChange={type}
          placeholder={labels.hint}
          className="w-full rounded-md border border-line bg-card px-3 py-2 text-sm placeholder:text-dim"
        />
        <Command.List className="mt-3 max-h-[50dvh] overflow-y-auto text-sm">
          <Command.Empty className="py-6 text-center text-dim">{labels.none}</Command.Empty>
          {groups.map((found) => (
            <Group key={found.group} found={found} go={go} />
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}

/** What was found by a text, in groups that have something. */
function useFound(
  menu: PaletteProps['menu'],
  text: string,
  find: PaletteProps['find'],
): readonly Found[] {
  const things = useQuery({
    queryKey: ['palette', text],
    queryFn: () => find(text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
  const pages = useQuery({
    queryKey: ['documentation-pages'],
    queryFn: documentationPages,
    staleTime: Infinity,
  });
  const items = menu.flatMap((group) => group.items);
  const groups: readonly Found[] = [
    { group: labels.pages, items: foundIn(items, text) },
    ...requestOf(text),
    ...(text === '' ? [] : (things.data ?? [])),
    { group: common.docs, items: text === '' ? [] : foundIn(pages.data ?? [], text) },
  ];
  return groups.filter((found) => found.items.length > 0);
}

function Group({ found, go }: { found: Found; go: (item: PaletteItem) => void }): ReactElement {
  const { group, items } = found;
  return (
    <Command.Group
      heading={group}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-dim"
    >
      {items.map((item) => (
        <Command.Item
          key={`${item.to} ${item.label}`}
          value={`${group} ${item.to} ${item.label}`}
          onSelect={() => go(item)}
          className="cursor-pointer rounded-md px-3 py-2 break-words aria-selected:bg-accent-soft"
        >
          <bdi>{item.label}</bdi>
        </Command.Item>
      ))}
    </Command.Group>
  );
}
