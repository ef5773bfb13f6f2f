import './styles.css';
import { startCopying } from './copy.ts';
import { startMenu } from './menu.ts';
import { startSearch } from './search.ts';
import { startTabs } from './tabs.ts';
import { startTrying } from './try-it.ts';

const EXAMPLE_ORIGIN = 'https://tollgate.example.com';

/** Samples name the installation that the reader looks at. */
function nameThisInstallation(): void {
  for (const code of document.querySelectorAll('pre code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.nodeValue ?? '';
      if (text.includes(EXAMPLE_ORIGIN)) {
        node.nodeValue = text.replaceAll(EXAMPLE_ORIGIN, location.origin);
      }
    }
  }
}

nameThisInstallation();
startMenu();
startTabs();
startCopying();
startSearch();
startTrying();
