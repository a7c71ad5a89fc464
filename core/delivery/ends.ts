// Tracks whether each WhatsApp message of a delivery arrived or failed; every attempt sends its own.
import type { DeliveryEvent } from './states.ts'

/** The messages that were called arrived and those that were called failed. */
export interface Ends {
  arrived: string[]
  failed: string[]
}

export interface EndUpdate {
  /** What is new by it; null when it was known, or tells no end. */
  adds: keyof Ends | null
  /** One and the same message has now been called both, in whatever order. */
  contradicts: boolean
}

export function updateEnd({ arrived, failed }: Ends, message: string, event: DeliveryEvent): EndUpdate {
  if (event === 'accepted' || event === 'sent') return { adds: null, contradicts: false }
  const [adds, known, other]: [keyof Ends, string[], string[]] =
    event === 'failed' ? ['failed', failed, arrived] : ['arrived', arrived, failed]
  return { adds: known.includes(message) ? null : adds, contradicts: other.includes(message) }
}
