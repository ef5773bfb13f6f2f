const TOLD_MS = 2_000;

/** Lets each button copy the block that it is above. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button.copy')) {
    button.addEventListener('click', () => {
      const code = button.closest('.code')?.querySelector('code');
      if (code instanceof HTMLElement) void copy(button, code);
    });
  }
}

async function copy(button: HTMLButtonElement, code: HTMLElement): Promise<void> {
  const isCopied = await write(code);
  button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
  setTimeout(() => (button.textContent = 'Copy'), TOLD_MS);
}

/**
 * Pages that were not loaded over TLS have no clipboard: the text is marked, so that the reader can
 * copy it.
 */
async function write(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    globalThis.getSelection()?.selectAllChildren(code);
    return false;
  }
}
