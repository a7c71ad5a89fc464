// Turns reason codes of deliveries and attempts into sentences for their owner.
import { reasonWords } from '../../core/delivery/reasons.ts'
import type { Words } from '../../core/words/words.ts'

/** The sentence for a reason code; null without one. */
export type ExplainReason = (reason: string | null) => string | null

/** `messengers` knows the reasons that are not our own (whatsapp/reasons.ts). */
export function openExplain(words: Words, messengers: (reason: string) => string | null): ExplainReason {
  return reason => {
    if (reason === null) return null
    const own = reasonWords(reason)
    return own ? words.of('delivery')(own.key) : messengers(reason)
  }
}
