// The card shown in place of a component that failed to render.
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Card } from '../layout/Card.tsx'
import { Boundary } from './Boundary.tsx'

export function ErrorCard({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useWords('ui')
  const text = error instanceof Error ? error.message : String(error)
  return (
    <Card role="alert">
      <h2>{t('error.heading')}</h2>
      <p className="text-ink-2">{t('error.text')}</p>
      <pre className="rounded-hull border border-edge bg-sunk px-4 py-3 font-mono text-sm whitespace-pre-wrap">{text}</pre>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onRetry}>{t('error.retry')}</Button>
        <CopyButton text={text} label={t('error.copy')} copiedText={t('error.copied')} failedText={t('error.copyFailed')} small={false} />
      </div>
    </Card>
  )
}

/** Shows the card if its children fail to render. */
export const ErrorBoundary = ({ children, resetOn }: { children: ReactNode; resetOn?: string }) => (
  <Boundary {...(resetOn !== undefined && { resetOn })} fallback={(error, retry) => <ErrorCard error={error} onRetry={retry} />}>
    {children}
  </Boundary>
)
