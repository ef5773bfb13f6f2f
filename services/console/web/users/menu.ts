import type { MenuItem } from '../shared/shell.tsx';
import { texts } from '../shared/texts/users.ts';

/** The pages of the menu, in their order. */
export const MENU: readonly MenuItem[] = [{ to: '/', label: texts.menu.home }];
