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
        <CopyButton text={text} label={t('error.copy')} copiedText={t('error.copied')} failedText={t('error.copyFailed')} small={false} />
      </div>
    </Card>
  )
}

interface BoundaryState {
  error: unknown
  hasFailed: boolean
}

/** Shows the card if its children fail to render; React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null, hasFailed: false }
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, hasFailed: true }
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <ErrorCard error={this.state.error} onRetry={() => this.setState({ error: null, hasFailed: false })} />
  }
}
