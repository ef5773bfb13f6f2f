import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Eleventy from '@11ty/eleventy';
import type { UserConfig } from '@11ty/eleventy';
import { CALLERS_FOLDER } from '../src/audience.ts';
import { contentForCallers, readContent } from './content.ts';
import type { Content } from './content.ts';
import { frame } from './frame.ts';
import type { Assets, Framed } from './frame.ts';
import { guidePage } from './guide.ts';
import { landingPage, missingPage } from './landing.ts';
import { llmsFull, llmsIndex } from './llms.ts';
import { dress } from './markdown.ts';
import { readDescription } from './reference/description.ts';
import { chapterPage, referenceStart } from './reference/pages.ts';
import { searchIndex } from './search-index.ts';

const PLANES = ['public', 'internal'] as const;

/**
 * Writes every page into a folder: `docs` for both listeners, `public` and `internal` for what each
 * has of its own, and below `callers` what a public listener shows without pages for operators.
 */
export async function writePages(folder: string, assets: Assets): Promise<void> {
  const content = readContent();
  const callers = contentForCallers(content);
  const eleventy = new Eleventy(import.meta.dirname, folder, {
    quietMode: true,
    config(config) {
      config.setUseGitIgnore(false);
      config.setTemplateFormats(['md', '11ty.js']);
      config.amendLibrary('md', dress);
      addGuides(config, { content, assets, folder: '' });
      addGuides(config, { content: callers, assets, folder: CALLERS_FOLDER });
      addOthers(config, { content, assets, folder: '' });
      addCallersOwn(config, { content: callers, assets, folder: CALLERS_FOLDER });
    },
  });
  await eleventy.write();
  await cp(join(import.meta.dirname, '../pictures'), join(folder, 'docs'), { recursive: true });
  await Promise.all(
    PLANES.map((plane) =>
      writeText(join(folder, plane, 'search.json'), searchIndex(content, readDescription(plane))),
    ),
  );
  const forCallers = join(folder, CALLERS_FOLDER);
  const index = searchIndex(callers, readDescription('public'));
  await writeText(join(forCallers, 'public/search.json'), index);
  for (const [where, shown] of [
    [folder, content],
    [forCallers, callers],
  ] as const) {
    await writeText(join(where, 'llms.txt'), llmsIndex(shown));
    await writeText(join(where, 'llms-full.txt'), llmsFull(shown));
  }
}

interface Given {
  content: Content;
  assets: Assets;
  /** Where the pages go, ending in a slash unless it is empty. */
  folder: string;
}

function addGuides(config: UserConfig, { content, assets, folder }: Given): void {
  const layout = `${folder.replace('/', '-')}guide.11ty.js`;
  config.addTemplate(`_includes/${layout}`, (data) => {
    const source = content.pages.find(({ name }) => name === data['name']) ?? content.first;
    return frame(assets, guidePage(content, source, data.content));
  });
  for (const { name, markdown } of content.pages) {
    config.addTemplate(`${folder}guides/${name}.md`, markdown, {
      name,
      layout,
      // Braces in the content are braces.
      templateEngineOverride: 'md',
      permalink: `${folder}docs/${name}.html`,
    });
  }
}

/** Pages that are not of the content. */
function addingTo(config: UserConfig, { assets, folder }: Given) {
  return (address: string, page: Framed): void => {
    const permalink = `${folder}${address}`;
    const path = permalink.replaceAll('/', '-').replace('.html', '.11ty.js');
    config.addTemplate(path, () => frame(assets, page), { permalink });
  };
}

function addCallersOwn(config: UserConfig, given: Given): void {
  const add = addingTo(config, given);
  add('docs/missing.html', missingPage(given.content));
  add('public/index.html', landingPage(given.content, 'public'));
}

function addOthers(config: UserConfig, given: Given): void {
  const { content } = given;
  const add = addingTo(config, given);
  add('docs/missing.html', missingPage(content));
  for (const plane of PLANES) {
    const description = readDescription(plane);
    add(`${plane}/index.html`, landingPage(content, plane));
    add(`${plane}/reference/index.html`, referenceStart(description));
    for (const chapter of description.chapters) {
      add(`${plane}/reference/chapters/${chapter.name}.html`, chapterPage(description, chapter));
    }
  }
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
