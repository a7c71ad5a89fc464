// What could not be imported, or only with changes, marked in the source text.
import type { ImportWarning } from '../../../../core/api/filter-exchange.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useWords } from '../../../words/words.tsx'
import { excerptAt } from './source-excerpt.ts'

export function Remarks({ warnings, source }: { warnings: ImportWarning[]; source: string }) {
  const t = useWords('filterways')
  if (warnings.length === 0) return <Note kind="ok">{t('review.noRemarks')}</Note>
  return (
    <Card>
      <h2>{t('review.remarks', { n: warnings.length })}</h2>
      <ul className="grid gap-4">
        {warnings.map(warning => (
          <Remark key={`${warning.code}${warning.at.start}${warning.message}`} warning={warning} source={source} />
        ))}
      </ul>
    </Card>
  )
}

function Remark({ warning, source }: { warning: ImportWarning; source: string }) {
  const t = useWords('filterways')
  const place = excerptAt(source, warning.at)
  return (
    <li className="grid gap-1">
      <p>
        <span className="text-sm text-ink-2 tabular-nums">{t('review.line', { n: place.line })}</span> {warning.message}
      </p>
      <pre className="rounded-hull bg-sunk px-3 py-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere text-ink-2">
        {place.before}
        <mark>{place.marked}</mark>
        {place.after}
      </pre>
    </li>
  )
}
