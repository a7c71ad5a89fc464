// What could not be taken over, or not as it was: each remark with its place in the source marked.
import type { ImportWarning } from '../../../../core/api/filter-exchange.ts'
import { Card } from '../../../ui/Card.tsx'
import { Note } from '../../../ui/Note.tsx'
import { useWords } from '../../../words.tsx'
import { placeOf } from './place.ts'

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
  const place = placeOf(source, warning.at)
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
