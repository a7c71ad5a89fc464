// Where the source is: links to it and to its files, and the command that fetches it.
import type { ReactNode } from 'react'

/** Placeholders until the server fills in its own (server/foundation/http/pages.ts). */
const placeholder = { url: 'https://source.invalid', command: 'fetch-the-source-of-mailferry' }

/** The server writes both into each page, in a meta element, too. */
export function readSource(): typeof placeholder {
  const meta = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=source]')
  return meta ? { url: meta.content, command: meta.dataset['get'] ?? placeholder.command } : placeholder
}

export function SourceLink({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <a href={readSource().url} className={className}>
      {children}
    </a>
  )
}

/** A file or folder of the repository; the server knows where it is. */
export function SourceFile({ path, children }: { path: string; children?: ReactNode }) {
  return <a href={`/source/${path}`}>{children ?? path}</a>
}
