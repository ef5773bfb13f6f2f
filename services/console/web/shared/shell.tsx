import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useSession } from './api/session.ts';
import type { MenuGroup } from './menu.ts';
import { Breadcrumb, Menu } from './menu-view.tsx';
import type { Found } from './palette-items.ts';
import { common } from './texts/common.ts';
import { useToasts } from './toasts.ts';
import { Button } from './ui/button.tsx';
import { DownloadTray } from './ui/download-tray.tsx';
import type { Credentials } from './ui/sign-in-form.tsx';
import { FormatSwitch, ThemeSwitch } from './ui/theme.tsx';

// What most visits never need is no part of the first load.
const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const Toaster = lazy(async () => ({ default: (await import('./ui/toaster.tsx')).Toaster }));

interface ShellProps {
  /** Beside the product's name. */
  title: string;
  menu: readonly MenuGroup[];
  /** What the palette finds beside pages. */
  find: (typed: string) => Promise<readonly Found[]>;
  /** Who is signed in; undefined while this is not known. */
  who: string | undefined;
  signIn: (credentials: Credentials) => Promise<void>;
  signOut: () => Promise<void>;
  /** Other sign-in methods. */
  beside?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every page: menu, theme, who is signed in; asks for the password again when the
 * session has ended.
 */
export function Shell(props: ShellProps): ReactElement {
  const { title, menu, find, who, signIn, signOut, beside, children } = props;
  const [isOpen, setOpen] = useState(false);
  const [isFinding, setFinding] = usePalette();
  return (
    <div className="min-h-dvh xl:grid xl:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#page"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:bg-card focus:p-2"
      >
        {common.skip}
      </a>
      <aside className="border-b border-line bg-card xl:sticky xl:top-0 xl:flex xl:h-dvh xl:flex-col xl:border-r xl:border-b-0">
        <div className="flex items-center justify-between gap-2 px-4 py-3">
          <p className="font-semibold">
            <span className="text-accent">{common.product}</span> {title}
          </p>
          <Button
            className="xl:hidden"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            {common.menu}
          </Button>
        </div>
        <div
          id="menu"
          className={`${isOpen ? 'block' : 'hidden'} xl:flex xl:min-h-0 xl:flex-1 xl:flex-col`}
        >
          <div className="px-4 pb-3">
            <Button className="w-full !justify-between" onClick={() => setFinding(true)}>
              {common.palette.open}
              <kbd className="font-sans text-xs font-normal text-dim">Ctrl K</kbd>
            </Button>
          </div>
          <nav aria-label={common.menu} className="overflow-y-auto px-2 pb-3 xl:flex-1">
            <Menu groups={menu} chosen={() => setOpen(false)} />
          </nav>
          <Reader who={who} signOut={signOut} />
        </div>
      </aside>
      <main id="page" tabIndex={-1} className="min-w-0 px-4 py-6 outline-none sm:px-8">
        <div className="mx-auto max-w-[110rem]">
          <Breadcrumb groups={menu} />
          {children}
        </div>
      </main>
      <DownloadTray />
      <Suspense>
        <Notes />
        {isFinding && <Palette menu={menu} find={find} close={() => setFinding(false)} />}
        <WhenSessionEnds signIn={signIn} beside={beside} />
      </Suspense>
    </div>
  );
}

/** Who is signed in, with the settings of this browser. */
function Reader({ who, signOut }: Pick<ShellProps, 'who' | 'signOut'>): ReactElement {
  return (
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
        <FormatSwitch />
        <Button onClick={() => void signOut()}>{common.signOut}</Button>
      </div>
    </div>
  );
}

/** Opens the palette by Ctrl+K or the Command key and K, from every page. */
function usePalette(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    globalThis.addEventListener('keydown', onKey);
    return () => globalThis.removeEventListener('keydown', onKey);
  }, []);
  return [isOpen, setOpen];
}

/** Over the page that the reader was on, so that what was entered stays. */
function WhenSessionEnds({
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
  return session === 'ended' ? <SignInAgain signIn={signIn} beside={beside} /> : null;
}

/** Notes of what was done; their code is loaded with the first of them. */
function Notes(): ReactElement | null {
  return useToasts().length === 0 ? null : <Toaster />;
}
