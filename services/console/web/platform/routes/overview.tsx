import type { ReactElement } from 'react';
import { texts } from '../../shared/texts/platform.ts';
import { PageHead } from '../../shared/ui/card.tsx';

/** How the service stands. */
export function OverviewPage(): ReactElement {
  return <PageHead title={texts.overview.title} />;
}
