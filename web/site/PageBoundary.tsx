// The error boundary of a public page; React supports error boundaries only as classes.
import { Component, type ReactNode } from 'react'
import { FailedPage } from '../ui/feedback/FailedPage.tsx'

interface BoundaryState {
  error: unknown
  hasFailed: boolean
}

export class PageBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null, hasFailed: false }
  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error, hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? <FailedPage error={this.state.error} /> : this.props.children
  }
}
