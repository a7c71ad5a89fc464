// The operator's details on legal pages, or a note about what is not filled in yet.
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'
import { useOperator } from '../pages/contact/useOperator.ts'

export function OperatorNote() {
  const t = useWords('siteoperator')
  const operator = useOperator()
  if (!operator) return <p className="min-h-24 rounded-hull bg-sunk px-4 py-3 text-sm text-ink-2">{t('asking')}</p>
  const { name, address } = operator
  if (!name)
    return (
      <div className="min-h-24">
        <Note kind="warn">
          <b>{t('missing')}</b>
          <p className="mt-1">{t('missing.text')}</p>
        </Note>
      </div>
    )
  return (
    <div className="min-h-24 rounded-hull bg-sunk px-4 py-3">
      <p className="text-sm text-ink-2">{t('runs')}</p>
      <p className="font-strong wrap-anywhere">{name}</p>
      {address && <p className="wrap-anywhere">{address}</p>}
    </div>
  )
}
