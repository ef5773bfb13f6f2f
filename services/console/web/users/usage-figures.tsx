import type { ReactElement } from 'react';
import type { UsageOut } from '@tollgate/contract/usage-report';
import { Against } from '../shared/charts/against.tsx';
import { texts } from '../shared/texts/users.ts';
import { count, percent } from '../shared/times.ts';
import { Figure } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';

const labels = texts.usage;
type Usage = UsageOut;

/** Some tokens among others. */
interface Share {
  part: number;
  whole: number;
}

const cached = ({ input, cache_read: part }: Usage['tokens']): Share => ({ part, whole: input });
const reasoned = ({ output, reasoning: part }: Usage['tokens']): Share => ({ part, whole: output });
const shareText = ({ part, whole }: Share): string => percent(whole === 0 ? null : part / whole);

/** The figures of a report, beside those of the period before where they are compared. */
export function Figures({ of: report }: { of: Usage }): ReactElement {
  const { tokens, series, before } = report;
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure
        label={labels.credits}
        value={<Money amount={report.credits} unit />}
        note={
          before === null ? undefined : (
            <Against
              now={Number(report.credits)}
              before={Number(before.credits)}
              text={<Money amount={before.credits} />}
            />
          )
        }
        trend={series.map(({ credits }) => Number(credits))}
      />
      <Figure
        label={labels.requests}
        value={count(report.requests)}
        note={
          before === null ? (
            labels.success(percent(report.success_rate))
          ) : (
            <Against now={report.requests} before={before.requests} text={count(before.requests)} />
          )
        }
        trend={series.map(({ requests }) => requests)}
      />
      <Figure
        label={labels.input}
        value={count(tokens.input)}
        note={labels.cached(shareText(cached(tokens)))}
        trend={series.map((step) => step.tokens.input)}
      />
      <Figure
        label={labels.output}
        value={count(tokens.output)}
        note={labels.reasoning(shareText(reasoned(tokens)))}
        trend={series.map((step) => step.tokens.output)}
      />
    </div>
  );
}
