// Who sent a mail and to whom, as the servers said it to each other.
import { headersNamed, type Reading } from '../fields.ts'

/** Addresses as a header would write them; empty where nobody wrote them down. */
export function envelopeOf({ view, arrival }: Reading): { from: string; to: string } {
  if (arrival.envelope) return arrival.envelope
  const path = headersNamed('return-path', view)[0]?.trim() ?? ''
  return { from: path === '<>' ? '' : path, to: view.deliveredTo[0] ?? arrival.mailbox.address }
}
