import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { parentOf } from './menu.ts';
import type { MenuGroup, MenuItem } from './menu.ts';

// Icons are pictures beside words: the first load goes without them.
const MenuIcon = lazy(async () => ({ default: (await import('./menu-icons.tsx')).MenuIcon }));

/** The pages of a console in groups; the current one is always in view. */
export function Menu({
  groups,
  chosen,
}: {
  groups: readonly MenuGroup[];
  chosen: () => void;
}): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <div ref={list} className="space-y-3">
      {groups.map(({ label, items }) => (
        <div key={label ?? items[0]?.to}>
          {label !== undefined && <p className="px-3 pb-1 text-xs font-medium text-dim">{label}</p>}
          <ul aria-label={label}>
            {items.map((item) => (
              <Item key={item.to} item={item} chosen={chosen} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Item({ item, chosen }: { item: MenuItem; chosen: () => void }): ReactElement {
  const { to, label, icon, count } = item;
  return (
    <li>
      <Link
        to={to}
        onClick={chosen}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        className="flex min-h-8 items-center gap-2.5 rounded-md px-3 py-1 text-sm text-dim hover:bg-page hover:text-ink"
        activeProps={{
          className: '!bg-accent-soft !text-ink font-medium',
          'aria-current': 'page',
        }}
      >
        <span className="size-4 shrink-0">
          <Suspense>
            <MenuIcon name={icon} />
          </Suspense>
        </span>
        <span className="min-w-0 flex-1">{label}</span>
        {count !== undefined && (
          <span
            title={count.label}
            className="rounded-full bg-bad px-1.5 text-xs font-medium text-card tabular-nums"
          >
            {count.number}
          </span>
        )}
      </Link>
    </li>
  );
}

/** Where a page below one of the menu belongs. */
export function Breadcrumb({ groups }: { groups: readonly MenuGroup[] }): ReactElement | null {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const parent = parentOf(groups, path);
  if (parent === undefined) return null;
  return (
    <p className="mb-2 truncate text-sm text-dim">
      <Link to={parent.to} className="underline hover:text-ink">
        {parent.label}
      </Link>
      <span aria-hidden="true"> › </span>
      <bdi>{decodeURIComponent(path.slice(parent.to.length + 1))}</bdi>
    </p>
  );
}
