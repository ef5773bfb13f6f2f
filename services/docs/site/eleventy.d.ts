/** What of Eleventy is used here; the package brings no types of its own. */
declare module '@11ty/eleventy' {
  import type MarkdownIt from 'markdown-it';

  /** What a template knows of itself. */
  export interface TemplateData {
    [name: string]: unknown;
    content: string;
  }

  export interface UserConfig {
    addTemplate(
      path: string,
      content: string | ((data: TemplateData) => string),
      data?: object,
    ): void;
    amendLibrary(engine: 'md', change: (library: MarkdownIt) => void): void;
    setTemplateFormats(formats: string[]): void;
    setUseGitIgnore(use: boolean): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; config(config: UserConfig): void },
    );
    write(): Promise<unknown>;
  }
}
