// The card shown in place of a component that failed to render, loaded with its texts.
import { lazyPart } from '../../words/lazy-part.tsx'
import { useWords } from '../../words/words.tsx'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Card } from '../layout/Card.tsx'

interface ErrorCardProps {
  error: unknown
  onRetry(): void
  /** Nothing else is on the page. */
  page?: boolean
}

export const ErrorCard = lazyPart(['errorcard'], async () => LoadedCard).View

function LoadedCard({ error, onRetry, page = false }: ErrorCardProps) {
  const t = useWords('errorcard')
  const text = error instanceof Error ? error.message : String(error)
  const card = (
    <Card role="alert">
      <h2>{t('heading')}</h2>
      <p className="text-ink-2">{t('text')}</p>
      <pre className="rounded-hull border border-edge bg-sunk px-4 py-3 font-mono text-sm whitespace-pre-wrap">{text}</pre>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>{t('retry')}</Button>
        <CopyButton text={text} label={t('copy')} copiedText={t('copied')} failedText={t('copyFailed')} small={false} />
      </div>
    </Card>
  )
  if (!page) return card
  return (
    <main id="main" className="mx-auto w-full max-w-3xl px-4 py-16">
      {card}
    </main>
  )
}
