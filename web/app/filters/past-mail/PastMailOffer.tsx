// Offers to apply a newly saved filter to email that has already arrived.
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { PastRun } from '../../../../core/api/filter-trials.ts'
import type { SavedFilter } from '../../../../core/api/filters.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { useWords } from '../../../words/words.tsx'
import { RunDialog } from './RunDialog.tsx'

/** `matched`: how many stored emails the trial found; null if unknown. */
export function PastMailOffer({ filter, matched }: { filter: SavedFilter; matched: number | null }) {
  const t = useWords('filterlist')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [result, setResult] = useState<PastRun | null>(null)
  const forwards = filter.actions.some(action => action.kind === 'forward')
  const dismiss = () => void navigate('/filters', { replace: true })
  if (result)
    return (
      <Note kind={result.state === 'failed' ? 'danger' : 'ok'} alert>
        {t('run.done', { enqueued: result.enqueued, held: result.held, matched: result.matched })} {result.reason}{' '}
        <Link to="/forwarded-emails">{t('run.see')}</Link>
      </Note>
    )
  return (
    <Note kind="ok" icon={CircleCheck}>
      <b>{t('saved.title', { name: filter.name })}</b>{' '}
      {matched === null || !forwards ? t('saved.unknown') : t('saved.some', { n: matched })}
      <span className="mt-2 flex flex-wrap gap-2">
        {forwards && matched !== 0 && (
          <Button look="quiet" small onClick={() => setAsking(true)}>
            {t('saved.apply')}
          </Button>
        )}
        <Button look="bare" small onClick={dismiss}>
          {t('saved.dismiss')}
        </Button>
      </span>
      <RunDialog filter={filter} matched={matched} open={isAsking} onClose={() => setAsking(false)} onDone={setResult} />
    </Note>
  )
}
