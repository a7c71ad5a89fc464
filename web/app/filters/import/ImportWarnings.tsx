// Lists what could not be imported, or only with changes, and marks it in the source text.
import type { ImportWarning } from '../../../../core/api/filter-exchange.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'

export function ImportWarnings({ warnings, source }: { warnings: ImportWarning[]; source: string }) {
  const t = useWords('filterways')
  if (warnings.length === 0) return <Note kind="ok">{t('review.noRemarks')}</Note>
  return (
    <Card>
      <h2>{t('review.remarks', { n: warnings.length })}</h2>
      <ul className="grid gap-4">
        {[...Map.groupBy(warnings, warning => warning.message)].map(([message, alike]) => (
          <WarningGroup key={message} message={message} warnings={alike} source={source} />
        ))}
      </ul>
    </Card>
  )
}

/** More places say nothing new. */
const mostPlaces = 50

/** The same sentence is said once, with the places it is about. */
function WarningGroup({ message, warnings, source }: { message: string; warnings: ImportWarning[]; source: string }) {
  const t = useWords('filterways')
  const places = warnings.slice(0, mostPlaces).map(warning => <Place key={warning.at.start} warning={warning} source={source} />)
  return (
    <li className="grid gap-1">
      <p>{message}</p>
      {warnings.length === 1 ? (
        places
      ) : (
        <details>
          <summary className="min-h-8 text-sm text-ink-2">{t('review.places', { n: warnings.length })}</summary>
          <div className="mt-1 grid gap-2">{places}</div>
        </details>
      )}
    </li>
  )
}

function Place({ warning, source }: { warning: ImportWarning; source: string }) {
  const t = useWords('filterways')
  const excerpt = excerptAt(source, warning.at)
  return (
    <div className="grid gap-1">
      <p className="text-sm text-ink-2 tabular-nums">{t('review.line', { n: excerpt.line })}</p>
      <pre className="rounded-hull bg-sunk px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere text-ink-2">
        {excerpt.before}
        <mark>{excerpt.marked}</mark>
        {excerpt.after}
      </pre>
    </div>
  )
}

interface SourceExcerpt {
  line: number
  before: string
  marked: string
  after: string
}

const maxAround = 80
const maxMarked = 200

/** `span` is in UTF-16 offsets; text far from the mark, or on other lines, is left out. */
export function excerptAt(source: string, span: { start: number; end: number }): SourceExcerpt {
  const start = Math.max(0, Math.min(span.start, source.length))
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const lineEnd = findLineEnd(source, start)
  const end = Math.max(start, Math.min(span.end, lineEnd, start + maxMarked))
  const from = Math.max(lineStart, start - maxAround)
  const to = Math.min(lineEnd, end + maxAround)
  return {
    line: source.slice(0, start).split('\n').length,
    before: (from > lineStart ? '…' : '') + source.slice(from, start).trimStart(),
    marked: source.slice(start, end),
    after: source.slice(end, to) + (to < lineEnd ? '…' : ''),
  }
}

function findLineEnd(source: string, from: number): number {
  const end = source.indexOf('\n', from)
  return end === -1 ? source.length : end
}
