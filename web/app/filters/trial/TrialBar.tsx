// Keeps the trial's result and the save button visible above the tabs on a phone.
import { Button } from '../../../ui/Button.tsx'
import { useWords } from '../../../words/words.tsx'
import type { Trial } from './trial.ts'

export function TrialBar({ trial, hasSaved, isBusy }: { trial: Trial; hasSaved: boolean; isBusy: boolean }) {
  const t = useWords('editor')
  const { counts } = trial
  return (
    <div className="over-tabs float sticky bottom-18 z-10 mt-5 flex items-center justify-between gap-3 rounded-hull px-4 py-2 md:hidden">
      <a href="#trial" className="min-w-0 text-sm no-underline text-ink">
        <span className="sr-only">{t('trial.open')}: </span>
        {counts ? (
          <>
            <b className="tabular-nums">{counts.matched}</b> {t('trial.would', { n: counts.matched })}{' '}
            {hasSaved && counts.gained + counts.lost > 0 && (
              <b className="tabular-nums">
                <span className="text-success">+{counts.gained}</span> <span className="text-danger">−{counts.lost}</span>
              </b>
            )}
          </>
        ) : (
          t('trial')
        )}
      </a>
      <Button type="submit" small busy={isBusy}>
        {t(hasSaved ? 'save.changes' : 'save')}
      </Button>
    </div>
  )
}
