import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Eleventy from '@11ty/eleventy';
import type { UserConfig } from '@11ty/eleventy';
import { readContent } from './content.ts';
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

/** Writes every page into a folder: `docs` for both listeners, `public` and `internal` for what each has of its own. */
export async function writePages(folder: string, assets: Assets): Promise<void> {
  const content = readContent();
  const eleventy = new Eleventy(import.meta.dirname, folder, {
    quietMode: true,
    config(config) {
      config.setUseGitIgnore(false);
      config.setTemplateFormats(['md', '11ty.js']);
      config.amendLibrary('md', dress);
      addGuides(config, { content, assets });
      addOthers(config, { content, assets });
    },
  });
  await eleventy.write();
  await Promise.all(
    PLANES.map((plane) =>
      writeText(join(folder, plane, 'search.json'), searchIndex(content, readDescription(plane))),
    ),
  );
  await writeText(join(folder, 'llms.txt'), llmsIndex(content));
  await writeText(join(folder, 'llms-full.txt'), llmsFull(content));
}

interface Given {
  content: Content;
  assets: Assets;
}

function addGuides(config: UserConfig, { content, assets }: Given): void {
  config.addTemplate('_includes/guide.11ty.js', (data) => {
    const source = content.pages.find(({ name }) => name === data['name']) ?? content.first;
    return frame(assets, guidePage(content, source, data.content));
  });
  for (const { name, markdown } of content.pages) {
    config.addTemplate(`guides/${name}.md`, markdown, {
      name,
      layout: 'guide.11ty.js',
      // Braces in the content are braces.
      templateEngineOverride: 'md',
      permalink: `docs/${name}.html`,
    });
  }
}

function addOthers(config: UserConfig, { content, assets }: Given): void {
  const add = (permalink: string, page: Framed): void => {
    const path = permalink.replaceAll('/', '-').replace('.html', '.11ty.js');
    config.addTemplate(path, () => frame(assets, page), { permalink });
  };
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
