/** The anchor of a heading, as links in the content name it. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/gu, '')
    .replaceAll(' ', '-');
}
