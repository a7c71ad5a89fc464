// Reads the SMTP envelope of an email: its sender and recipient.
import { type FilterInput, headersNamed } from '../fields.ts'

/** Addresses in header form; empty if they were not recorded. */
export function readEnvelope({ view, arrival }: FilterInput): { from: string; to: string } {
  if (arrival.envelope) return arrival.envelope
  const path = headersNamed('return-path', view)[0]?.trim() ?? ''
  return { from: path === '<>' ? '' : path, to: view.deliveredTo[0] ?? arrival.mailbox.address }
}
