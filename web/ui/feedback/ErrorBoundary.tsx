// Shows the error card in place of what failed to render; the card is loaded only then.
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { FailedPage } from './FailedPage.tsx'

const ErrorCard = lazy(async () => ({ default: (await import('./ErrorCard.tsx')).ErrorCard }))

interface ErrorBoundaryProps {
  children: ReactNode
  /** The children are rendered again when this changes: the path of a page. */
  resetOn?: string
  /** The children are the whole page. */
  page?: boolean
  /** Set around the card itself: what it is shown for. */
  cause?: Failure
}

interface Failure {
  error: unknown
}

interface BoundaryState {
  failure: Failure | null
}

/** React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null }
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ failure: { error } })
  override componentDidUpdate({ resetOn }: ErrorBoundaryProps) {
    if (this.state.failure && resetOn !== this.props.resetOn) this.retry()
  }
  retry = () => this.setState({ failure: null })
  override render() {
    const { failure } = this.state
    const { children, page = false, cause } = this.props
    if (!failure) return children
    // Without a connection the card cannot be loaded.
    if (cause) return <FailedPage {...cause} />
    return (
      <ErrorBoundary cause={failure}>
        <Suspense fallback={null}>
          <ErrorCard {...failure} onRetry={this.retry} page={page} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
