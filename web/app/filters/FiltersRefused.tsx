// The filters could not be read, and the way to try again.
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/failure.ts'
import { Note } from '../../ui/Note.tsx'
import { useWords } from '../../words.tsx'

export function FiltersRefused({ error, onRetry }: { error: unknown; onRetry(): void }) {
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
