// Turns reason codes of deliveries and attempts into sentences for their user.
import { reasonWords } from '../../core/delivery/reasons.ts'
import type { Words } from '../../core/words/words.ts'

/** Null without a reason code. */
export type ExplainReason = (reason: string | null) => string | null

/** `explainWhatsApp` covers WhatsApp's own codes (whatsapp/reasons.ts). */
export function openReasonExplainer(words: Words, explainWhatsApp: (reason: string) => string | null): ExplainReason {
  return reason => {
    if (reason === null) return null
    const reasonText = reasonWords(reason)
    return reasonText ? words.of('delivery')(reasonText.key) : explainWhatsApp(reason)
  }
}
