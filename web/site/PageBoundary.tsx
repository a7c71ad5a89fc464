// The error boundary of a public page; React supports error boundaries only as classes.
import { Component, type ReactNode } from 'react'
import { FailedPage } from '../ui/feedback/FailedPage.tsx'

interface Caught {
  error: unknown
  failed: boolean
}

export class PageBoundary extends Component<{ children: ReactNode }, Caught> {
  override state: Caught = { error: null, failed: false }
  static getDerivedStateFromError(error: unknown): Caught {
    return { error, failed: true }
  }
  override render() {
    return this.state.failed ? <FailedPage error={this.state.error} /> : this.props.children
  }
}
