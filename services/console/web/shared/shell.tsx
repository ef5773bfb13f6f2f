import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useSession } from './api/session.ts';
import { common } from './texts/common.ts';
import { Button } from './ui/button.tsx';
import { Dialog } from './ui/dialog.tsx';
import { DownloadTray } from './ui/download-tray.tsx';
import { SignInForm } from './ui/sign-in-form.tsx';
import type { Credentials } from './ui/sign-in-form.tsx';
import { ThemeSwitch } from './ui/theme.tsx';

/** A page that the menu leads to. */
export interface MenuItem {
  to: string;
  label: string;
}

interface ShellProps {
  /** Beside the product's name. */
  title: string;
  menu: readonly MenuItem[];
  /** Who is signed in; undefined while this is not known. */
  who: string | undefined;
  signIn: (credentials: Credentials) => Promise<void>;
  signOut: () => Promise<void>;
  /** Other sign-in methods. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: menu, theme, who is signed in; asks for the password again when the session has ended. */
export function Shell(props: ShellProps): ReactElement {
  const { title, menu, who, signIn, signOut, beside, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-card focus:p-2"
      >
        {common.skip}
      </a>
      <aside className="border-b border-line bg-card lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:border-b-0">
        <div className="flex items-center justify-between gap-2 px-4 py-3">
          <p className="font-semibold">
            <span className="text-accent">{common.product}</span> {title}
          </p>
          <Button
            className="lg:hidden"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            {common.menu}
          </Button>
        </div>
        <div
          id="menu"
          className={`${isOpen ? 'block' : 'hidden'} lg:flex lg:min-h-0 lg:flex-1 lg:flex-col`}
        >
          <nav aria-label={common.menu} className="overflow-y-auto px-2 pb-3 lg:flex-1">
            <Menu items={menu} chosen={() => setOpen(false)} />
          </nav>
          <div className="space-y-2 border-t border-line p-4 text-sm">
            {who !== undefined && (
              <p className="break-words text-dim">
                <bdi>{who}</bdi>
              </p>
            )}
            <a href="/docs" className="block text-accent underline">
              {common.docs}
            </a>
            <div className="flex flex-wrap gap-2">
              <ThemeSwitch />
              <Button onClick={() => void signOut()}>{common.signOut}</Button>
            </div>
          </div>
        </div>
      </aside>
      <main id="page" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-8">
        <div className="mx-auto max-w-[110rem]">{children}</div>
      </main>
      <DownloadTray />
      <SignInAgain signIn={signIn} beside={beside} />
    </div>
  );
}

function Menu({ items, chosen }: { items: readonly MenuItem[]; chosen: () => void }): ReactElement {
  return (
    <ul className="space-y-0.5">
      {items.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            onClick={chosen}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            className="block rounded-md px-3 py-2 text-sm text-dim hover:bg-page hover:text-ink"
            activeProps={{
              className: '!bg-accent-soft !text-ink font-medium',
              'aria-current': 'page',
            }}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Over the page that the reader was on, so that what was entered stays. */
function SignInAgain({
  signIn,
  beside,
}: Pick<ShellProps, 'signIn' | 'beside'>): ReactElement | null {
  const session = useSession();
  const queries = useQueryClient();
  const hasEnded = useRef(false);
  useEffect(() => {
    if (session === 'ended') hasEnded.current = true;
    if (session !== 'open' || !hasEnded.current) return;
    // Signed in again, here or in another tab.
    hasEnded.current = false;
    void queries.invalidateQueries();
  }, [session, queries]);
  if (session !== 'ended') return null;
  return (
    <Dialog title={common.signIn.ended} isFirm close={() => undefined}>
      <p className="mb-4 text-sm text-dim">{common.signIn.endedText}</p>
      {beside}
      <SignInForm signIn={signIn} />
    </Dialog>
  );
}
