const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as HTML shows it, also inside an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? sign);
}
