import { renderCode } from './code.ts';
import type { Content } from './content.ts';
import type { Framed } from './frame.ts';
import { guideMenu } from './guide.ts';
import { escapeHtml } from './html.ts';
import type { Plane } from './reference/description.ts';

interface Card {
  address: string;
  title: string;
  text: string;
}

const CARDS: readonly Card[] = [
  {
    address: '/docs/quick-start',
    title: 'Quick start',
    text: 'A key, a model, a first call: five minutes, and free with a test key.',
  },
  {
    address: '/docs',
    title: 'Guides',
    text: 'Streaming, tools, structured output, video, errors, limits, and each client.',
  },
  {
    address: '/api/docs',
    title: 'API reference',
    text: 'Every route with its fields and an example of each answer, to be tried out.',
  },
  {
    address: '/console',
    title: 'Console',
    text: 'Your keys, credits, usage and requests, and a playground.',
  },
];
const FOR_ADMINISTRATORS: Card = {
  address: '/console/platform',
  title: 'Console for administrators',
  text: 'Users, grants, providers, models, requests and audit. Through this listener only.',
};
const FIRST_CALL = `curl https://tollgate.example.com/v1/chat/completions \\
  -H "Authorization: Bearer $TOLLGATE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello"}]}'
`;

/** The page at the root of a listener. */
export function landingPage(content: Content, plane: Plane): Framed {
  const cards = plane === 'internal' ? [...CARDS, FOR_ADMINISTRATORS] : CARDS;
  const purpose = 'One API to the language models of several providers, with a prepaid wallet.';
  return {
    title: 'Tollgate',
    description: purpose,
    area: 'landing',
    body: [
      `<div class="hero"><h1>Tollgate</h1><p>${purpose}</p></div>`,
      `<ul class="cards">${cards.map(renderCard).join('')}</ul>`,
      '<h2>A first call</h2>',
      '<p>Programs call the address below <code>/v1</code> with a key of this installation. Clients of OpenAI and Anthropic work as they are.</p>',
      renderCode({ language: 'sh', text: FIRST_CALL, title: 'curl' }),
      '<h2>For programs</h2>',
      '<p><a href="/llms.txt">llms.txt</a> lists every page as Markdown, <a href="/api/openapi.json">openapi.json</a> describes every route, and agents ask the documentation server at <code>/docs/mcp</code>.</p>',
      `<p class="small">${escapeHtml(`${content.pages.length} pages of documentation.`)}</p>`,
    ].join('\n'),
  };
}

function renderCard({ address, title, text }: Card): string {
  return `<li><a href="${address}"><strong>${title}</strong><span>${text}</span></a></li>`;
}

/** What a browser is shown where there is no page. */
export function missingPage(content: Content): Framed {
  return {
    title: 'There is no such page',
    description: 'Nothing is documented at this address.',
    area: 'docs',
    menu: guideMenu(content, ''),
    body: [
      '<h1>There is no such page</h1>',
      '<p>Nothing is documented at this address. It may have been mistyped, or be that of another installation.</p>',
      '<p><button type="button" class="find strong">Search the documentation</button></p>',
      '<div class="likely" hidden><h2>What you may have meant</h2><ol></ol></div>',
      '<p>Or begin with the <a href="/docs/quick-start">quick start</a>, <a href="/docs">all guides</a> or the <a href="/api/docs">API reference</a>.</p>',
    ].join('\n'),
  };
}
