// Defines a step of an email's way that is traced, and who takes it.
import type { Log } from '../log.ts'

/** A step of an email's way. `name` and attributes say nothing about its content or its people. */
export interface TracedStep {
  name: 'received' | 'parsed' | 'decided' | 'queued' | 'claimed' | 'sent' | 'accepted' | 'delivered' | 'read' | 'failed'
  /** The id of the email is the id of its trace, so that every process joins the same one. */
  messageId: string
  start: Date
  end: Date
  attributes?: Record<string, string | number>
  /** Why it did not succeed. */
  error?: string | undefined
}

export interface Tracing {
  record(step: TracedStep): void
  /** Sends what is left. */
  stop(): Promise<void>
}

export interface TracingOptions {
  endpoint: string | null
  version: string
  hostId: string
  log: Log
}
