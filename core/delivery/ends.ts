// Tracks whether each WhatsApp message of a delivery arrived or failed, since every attempt sends its own message.
import type { DeliveryEvent } from './states.ts'

/** The messages reported as arrived and those reported as failed. */
export interface ReportedEnds {
  arrived: string[]
  failed: string[]
}

export interface EndUpdate {
  /** The list to add the message to; null if it is already there, or the event is not final. */
  adds: keyof ReportedEnds | null
  /** The same message has now been reported both ways, in either order. */
  contradicts: boolean
}

export function updateEnd({ arrived, failed }: ReportedEnds, message: string, event: DeliveryEvent): EndUpdate {
  if (event === 'accepted' || event === 'sent') return { adds: null, contradicts: false }
  const [adds, already, other]: [keyof ReportedEnds, string[], string[]] =
    event === 'failed' ? ['failed', failed, arrived] : ['arrived', arrived, failed]
  return { adds: already.includes(message) ? null : adds, contradicts: other.includes(message) }
}
