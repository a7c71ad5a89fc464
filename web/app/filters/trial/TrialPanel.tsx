// The trial beside the editor: figures, differences from the saved filter, and the emails.
import { Suspense } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Note } from '../../../ui/feedback/Note.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { lazyPart } from '../../../words/lazy-part.tsx'
import { useWords } from '../../../words/words.tsx'
import type { TrialResultsProps } from './TrialResults.tsx'
import { TrialSummary } from './TrialSummary.tsx'

/** Loaded late, since there is nothing to show before the first result. */
const lazyResult = lazyPart(['sender'], async () => (await import('./TrialResults.tsx')).TrialResults)

interface PanelProps extends TrialResultsProps {
  forwards: boolean
  onRetry(): void
}

export function TrialPanel({ trial, hasSaved, forwards, onRetry, onInclude }: PanelProps) {
  const t = useWords('editor')
  const isStale = trial.phase === 'stale'
  return (
    <section aria-labelledby="trial" className="card card-flush">
      <TrialSummary trial={trial} hasSaved={hasSaved} forwards={forwards} />
      <p className="sr-only" role="status">
        {trial.done && trial.phase === 'done' && t('trial.said', { n: trial.done.matched, of: trial.done.of })}
      </p>
      <div className={cx('transition-opacity duration-(--move)', isStale && 'opacity-60')}>
        {trial.phase === 'running' && !trial.counts && <TrialSkeleton />}
        {(trial.phase === 'refused' || trial.phase === 'failed') && <TrialFailure trial={trial} onRetry={onRetry} />}
        {trial.counts && trial.done?.of === 0 && <NoEmail />}
        {trial.counts && trial.done?.of !== 0 && (
          <Suspense fallback={<TrialSkeleton />}>
            <lazyResult.View trial={trial} hasSaved={hasSaved} onInclude={onInclude} />
          </Suspense>
        )}
      </div>
    </section>
  )
}

function NoEmail() {
  const t = useWords('editor')
  return (
    <div className="grid gap-1 px-(--pad) py-5">
      <h3>{t('trial.empty.title')}</h3>
      <p className="text-ink-2">{t('trial.empty')}</p>
    </div>
  )
}

function TrialFailure({ trial, onRetry }: Pick<PanelProps, 'trial' | 'onRetry'>) {
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

function TrialSkeleton() {
  const t = useWords('ui')
  return (
    <div aria-busy="true" role="status" aria-label={t('loading')}>
      <div className="flex h-11.5 items-center gap-5 border-b border-line px-(--pad)">
        <Skeleton className="h-3.5 w-24" />
        <Skeleton className="h-3.5 w-20" />
      </div>
      {['w-1/2', 'w-2/3', 'w-2/5', 'w-3/5'].map(width => (
        <div key={width} className="flex gap-3 border-t border-line px-(--pad) py-3 first:border-t-0">
          <Skeleton className="size-7 rounded-hull-sm" />
          <div className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        </div>
      ))}
    </div>
  )
}
