/**
 * Pictures in the content: each is a line of its own, with a file of `services/docs/pictures`.
 * Browsers show them; whoever reads the text, such as a program, gets it without.
 */
const LINE = /^!\[[^\]]+\]\(\.\.\/pictures\/[a-z0-9-]+\.webp\)\n+/gmu;

/** The name of a picture under `/docs/`: that of its page, a hyphen and what it shows. */
const NAME = /^(?<page>[a-z0-9-]+?)-[a-z0-9]+\.webp$/u;

/** A page without its pictures. */
export const withoutPictures = (markdown: string): string => markdown.replaceAll(LINE, '');

/** The page that a picture is of; undefined for another name. */
export const pageOfPicture = (file: string): string | undefined =>
  NAME.exec(file)?.groups?.['page'];
