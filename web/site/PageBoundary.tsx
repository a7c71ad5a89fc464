// The page in place of a public one that failed whole; React knows error boundaries as classes only.
import { Component, type ReactNode } from 'react'
import { FailedPage } from '../ui/FailedPage.tsx'

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
