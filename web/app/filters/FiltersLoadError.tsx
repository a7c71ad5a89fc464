// Shown when the filters could not be loaded, with a retry button.
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { useWords } from '../../words/words.tsx'

export function FiltersLoadError({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useWords('filterlist')
  const explain = useExplain()
  return (
    <Note kind="danger" alert>
      <b>{t('loading')}</b> {explain(error)}{' '}
      <Button look="quiet" small className="mt-2 flex!" onClick={onRetry}>
        {t('retry')}
      </Button>
    </Note>
  )
}
