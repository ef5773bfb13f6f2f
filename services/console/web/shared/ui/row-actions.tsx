import { Content, Item, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu';
import type { ReactElement } from 'react';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';

/** Something that can be done with a row. */
export interface RowAction {
  label: string;
  run: () => void;
  isDisabled?: boolean | undefined;
  /** An action that cannot be undone comes last, in red. */
  isDanger?: boolean;
}

interface RowActionsProps {
  /** What the row is called, for readers who hear the buttons. */
  name: string;
  /** The first is a button, the others are in a menu. */
  actions: readonly RowAction[];
}

const ITEM =
  'flex min-h-9 cursor-pointer items-center rounded px-3 text-sm outline-none data-[disabled]:opacity-60 data-[highlighted]:bg-page';

/** The usual action of a row as a button, and a menu of what else can be done. */
export function RowActions({ name, actions }: RowActionsProps): ReactElement | null {
  const [first, ...more] = actions;
  if (first === undefined) return null;
  return (
    <span className="flex gap-1 whitespace-nowrap">
      <Button
        onClick={first.run}
        disabled={first.isDisabled}
        aria-label={`${first.label}: ${name}`}
      >
        {first.label}
      </Button>
      {more.length > 0 && <RowMenu name={name} actions={more} />}
    </span>
  );
}

function RowMenu({ name, actions }: RowActionsProps): ReactElement {
  const usual = actions.filter(({ isDanger }) => isDanger !== true);
  const dangers = actions.filter(({ isDanger }) => isDanger === true);
  return (
    // Modal menus lock the page by a style element, which the policy of the page forbids.
    <Root modal={false}>
      <Trigger asChild>
        <Button
          look="quiet"
          aria-label={common.moreActions(name)}
          title={actions.map(({ label }) => label).join(', ')}
          className="px-2"
        >
          ⋯
        </Button>
      </Trigger>
      <Portal>
        <Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-30 min-w-44 rounded-lg border border-line bg-card p-1 text-ink shadow-lg"
        >
          {usual.map((action) => (
            <Choice key={action.label} of={action} />
          ))}
          {usual.length > 0 && dangers.length > 0 && <Separator className="my-1 h-px bg-line" />}
          {dangers.map((action) => (
            <Choice key={action.label} of={action} />
          ))}
        </Content>
      </Portal>
    </Root>
  );
}

function Choice({
  of: { label, run, isDisabled = false, isDanger },
}: {
  of: RowAction;
}): ReactElement {
  return (
    <Item
      disabled={isDisabled}
      onSelect={run}
      className={`${ITEM} ${isDanger === true ? 'text-bad' : ''}`}
    >
      {label}
    </Item>
  );
}
