// Catches errors of rendering; React supports error boundaries only as classes.
import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** Shown in place of the children; `retry` renders them again. */
  fallback(error: unknown, retry: () => void): ReactNode
  /** The children are rendered again when this changes: the path of a page. */
  resetOn?: string
}

interface BoundaryState {
  error: unknown
  hasFailed: boolean
}

const working: BoundaryState = { error: null, hasFailed: false }

export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state = working
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, hasFailed: true }
  }
  override componentDidUpdate({ resetOn }: BoundaryProps) {
    if (this.state.hasFailed && resetOn !== this.props.resetOn) this.retry()
  }
  retry = () => this.setState(working)
  override render() {
    return this.state.hasFailed ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
