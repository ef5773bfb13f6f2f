import type { IconName } from './menu-icons.tsx';

/** A page that the menu leads to. */
export interface MenuItem {
  to: string;
  label: string;
  icon: IconName;
  /** A number beside the page that asks to be looked at, and what it counts. */
  count?: { number: number; label: string };
}

/** Pages that belong together. */
export interface MenuGroup {
  /** Absent: the pages are above the groups, or below them. */
  label?: string;
  items: readonly MenuItem[];
}

/** The page of the menu that a page below it belongs to; undefined for a page of the menu. */
export const parentOf = (
  menu: readonly MenuGroup[],
  pathname: string,
): Pick<MenuItem, 'to' | 'label'> | undefined =>
  menu.flatMap(({ items }) => items).find(({ to }) => to !== '/' && pathname.startsWith(`${to}/`));
