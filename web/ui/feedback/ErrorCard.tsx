// The card shown in place of a component that failed to render.
import { Component, type ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Card } from '../layout/Card.tsx'

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
        <CopyButton text={text} word={t('error.copy')} done={t('error.copied')} failed={t('error.copyFailed')} small={false} />
      </div>
    </Card>
  )
}

interface Caught {
  error: unknown
  failed: boolean
}

/** Draws the card where its children fail; React knows error boundaries as classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: null, failed: false }
  static getDerivedStateFromError(error: unknown): Caught {
    return { error, failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return <ErrorCard error={this.state.error} onRetry={() => this.setState({ error: null, failed: false })} />
  }
}
