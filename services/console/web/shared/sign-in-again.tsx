import type { ReactElement, ReactNode } from 'react';
import { common } from './texts/common.ts';
import { Dialog } from './ui/dialog.tsx';
import { SignInForm } from './ui/sign-in-form.tsx';
import type { Credentials } from './ui/sign-in-form.tsx';

interface SignInAgainProps {
  signIn: (credentials: Credentials) => Promise<void>;
  /** Other sign-in methods. */
  beside?: ReactNode;
}

/** Asks for the password again when the session has ended. */
export function SignInAgain({ signIn, beside }: SignInAgainProps): ReactElement {
  return (
    <Dialog title={common.signIn.ended} isFirm close={() => undefined}>
      <p className="mb-4 text-sm text-dim">{common.signIn.endedText}</p>
      {beside}
      <SignInForm signIn={signIn} />
    </Dialog>
  );
}
