// The trial beside the editor: how many would cross, what changes against the saved filter, and the mails themselves.
import { Suspense } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/failure.ts'
import { Note } from '../../../ui/Note.tsx'
import { useWords } from '../../../words.tsx'
import { piece } from '../../piece.tsx'
import type { FoundProps } from './Found.tsx'
import { TrialHead } from './TrialHead.tsx'
import { Waiting } from './Waiting.tsx'

/** There is nothing to show before something was found. */
const found = piece(['sender'], async () => (await import('./Found.tsx')).Found)

interface PanelProps extends FoundProps {
  forwards: boolean
  onRetry(): void
}

export function TrialPanel({ trial, hasSaved, forwards, onRetry, onInclude }: PanelProps) {
  const t = useWords('editor')
  const isStale = trial.phase === 'stale'
  return (
    <section aria-labelledby="trial" className="card card-flush">
      <TrialHead trial={trial} hasSaved={hasSaved} forwards={forwards} />
      <p className="sr-only" role="status">
        {trial.done && trial.phase === 'done' && t('trial.said', { n: trial.done.matched, of: trial.done.of })}
      </p>
      <div className={cx('transition-opacity duration-(--move)', isStale && 'opacity-60')}>
        {trial.phase === 'running' && !trial.counts && <Waiting />}
        {(trial.phase === 'refused' || trial.phase === 'failed') && <Refused trial={trial} onRetry={onRetry} />}
        {trial.counts && trial.done?.of === 0 && <NoMail />}
        {trial.counts && trial.done?.of !== 0 && (
          <Suspense fallback={<Waiting />}>
            <found.View trial={trial} hasSaved={hasSaved} onInclude={onInclude} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function NoMail() {
  const t = useWords('editor')
  return (
    <div className="grid gap-1 px-(--pad) py-5">
      <h3>{t('trial.empty.title')}</h3>
      <p className="text-ink-2">{t('trial.empty')}</p>
    </div>
  )
}

function Refused({ trial, onRetry }: Pick<PanelProps, 'trial' | 'onRetry'>) {
  const t = useWords('editor')
  const explain = useExplain()
  const isRefused = trial.phase === 'refused'
  return (
    <div className="p-(--pad)">
      <Note kind={isRefused ? 'warn' : 'danger'} alert>
        <b>{t(isRefused ? 'trial.refused' : 'trial.failed')}</b> {isRefused ? trial.refusal : explain(trial.error)}
        {!isRefused && (
          <Button look="quiet" small className="mt-2 flex!" onClick={onRetry}>
            {t('trial.retry')}
          </Button>
        )}
      </Note>
    </div>
  )
}
