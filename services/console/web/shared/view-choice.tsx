import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { viewTexts as labels } from './texts/view.ts';
import { Button } from './ui/button.tsx';

const DENSITY = 'tollgate-density';
const COLUMNS = 'tollgate-columns';

const isCompact = (): boolean => localStorage.getItem(DENSITY) === 'compact';

/** Shows rows as close together as the reader has chosen, from now on. */
export function startDensity(): void {
  document.documentElement.dataset['density'] = isCompact() ? 'compact' : 'comfortable';
}

/** The columns that this browser hides, by the names of lists. */
function storedColumns(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(COLUMNS) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

function hiddenOf(list: string, heads: readonly string[]): readonly string[] {
  const hidden = storedColumns()[list];
  return Array.isArray(hidden) ? heads.slice(1).filter((head) => hidden.includes(head)) : [];
}

interface View {
  /** Heads of the columns that are not shown. */
  hidden: readonly string[];
  /** The button and its choices; null for a list without columns to choose from. */
  choice: ReactElement | null;
}

/**
 * What the reader wants to see of a list, kept in this browser: which columns beside the first, and
 * how close the rows are.
 */
export function useView(list: string, heads: readonly string[]): View {
  const [hidden, setHidden] = useState(() => hiddenOf(list, heads));
  if (heads.length === 0) return { hidden: [], choice: null };
  const hide = (next: readonly string[]): void => {
    localStorage.setItem(COLUMNS, JSON.stringify({ ...storedColumns(), [list]: next }));
    setHidden(next);
  };
  return { hidden, choice: <ViewChoice heads={heads.slice(1)} hidden={hidden} hide={hide} /> };
}

interface ViewChoiceProps {
  heads: readonly string[];
  hidden: readonly string[];
  hide: (heads: readonly string[]) => void;
}

function ViewChoice({ heads, hidden, hide }: ViewChoiceProps): ReactElement {
  const [isOpen, open] = useState(false);
  const id = useId();
  return (
    <div className="mb-2 flex flex-wrap items-center justify-end gap-x-4 gap-y-1 text-sm max-sm:hidden">
      {isOpen && (
        <fieldset id={id} className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="sr-only">{labels.title}</legend>
          <Compact />
          {heads.map((head) => (
            <Check
              key={head}
              label={head}
              isChecked={!hidden.includes(head)}
              check={(isShown) =>
                hide(isShown ? hidden.filter((one) => one !== head) : [...hidden, head])
              }
            />
          ))}
        </fieldset>
      )}
      <Button
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => open(!isOpen)}
      >
        {labels.title}
      </Button>
    </div>
  );
}

function Compact(): ReactElement {
  const [isOn, turn] = useState(isCompact);
  return (
    <Check
      label={labels.compact}
      isChecked={isOn}
      check={(next) => {
        localStorage.setItem(DENSITY, next ? 'compact' : 'comfortable');
        turn(next);
        startDensity();
      }}
    />
  );
}

interface CheckProps {
  label: string;
  isChecked: boolean;
  check: (isChecked: boolean) => void;
}

function Check({ label, isChecked, check }: CheckProps): ReactElement {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => check(target.checked)} />
      {label}
    </label>
  );
}
