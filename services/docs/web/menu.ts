/** Opens and closes the menu on narrow screens. */
export function startMenu(): void {
  const opener = document.querySelector<HTMLButtonElement>('.opener');
  const menu = document.querySelector<HTMLElement>('#menu');
  if (opener === null || menu === null) return;
  const set = (isOpen: boolean): void => {
    opener.setAttribute('aria-expanded', String(isOpen));
    menu.classList.toggle('open', isOpen);
  };
  opener.addEventListener('click', () => set(opener.getAttribute('aria-expanded') !== 'true'));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.classList.contains('open')) return;
    set(false);
    opener.focus();
  });
  menu.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
}
