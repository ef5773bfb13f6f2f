import type { ReactElement, ReactNode } from 'react';
import { common } from './texts/common.ts';
import { SignInForm } from './ui/sign-in-form.tsx';
import type { Credentials } from './ui/sign-in-form.tsx';
import { ThemeSwitch } from './ui/theme.tsx';

/** The page of whoever has no session. */
export function SignInPage({
  lead,
  signIn,
  beside,
}: {
  lead: string;
  signIn: (credentials: Credentials) => Promise<void>;
  /** Other sign-in methods. */
  beside?: ReactNode;
}): ReactElement {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="w-full max-w-sm rounded-xl border border-line bg-card p-6">
        <h1 className="text-xl font-semibold">
          {common.signIn.title} · <span className="text-accent">{common.product}</span>
        </h1>
        <p className="mt-1 mb-5 text-sm text-dim">{lead}</p>
        {beside}
        <SignInForm signIn={signIn} />
        <div className="mt-5 text-right">
          <ThemeSwitch />
        </div>
      </div>
    </main>
  );
}
