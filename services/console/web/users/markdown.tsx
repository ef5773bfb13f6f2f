import type { ReactElement } from 'react';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

/**
 * A text of a model as Markdown. HTML in it stays text, links open elsewhere, and pictures are
 * links: a model must not have the reader's browser ask for addresses.
 */
export function Markdown({ text }: { text: string }): ReactElement {
  return (
    <div
      dir="auto"
      className="space-y-2 text-sm break-words [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3 [&_h1]:text-lg [&_h1]:font-semibold [&_h2]:font-semibold [&_h3]:font-semibold [&_li]:ml-5 [&_ol]:list-decimal [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-page [&_pre]:p-3 [&_td]:border [&_td]:border-line [&_td]:px-2 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_ul]:list-disc"
    >
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={{
          a: ({ href, children }) => (
            <a href={href} target="_blank" rel="noreferrer" className="text-accent underline">
              {children}
            </a>
          ),
          img: ({ src, alt }) => (
            <a
              href={String(src)}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline"
            >
              {alt === undefined || alt === '' ? String(src) : alt}
            </a>
          ),
        }}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}
