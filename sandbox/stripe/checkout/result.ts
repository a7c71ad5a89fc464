// Defines the outcomes of what a person does on a hosted page.
import type { Decline } from '../cards.ts'
import type { ChargeOutcome } from '../payments/charge.ts'

/**
 * `confirm`: the bank wants the holder to confirm; show the 3-D Secure page of this intent (pi_… or seti_…), then call `confirmPayment`.
 * `done`: send the person to `url` (the session's success_url with its id filled in; null where there is no such page).
 */
export type HostedResult =
  | { kind: 'done'; url: string | null }
  | { kind: 'declined'; code: string; declineCode: string | null; message: string }
  | { kind: 'confirm'; intent: string }
  | { kind: 'refused'; message: string }

export const declinedBy = ({ code, declineCode, message }: Decline): HostedResult => ({ kind: 'declined', code, declineCode, message })

export function resultOf(outcome: ChargeOutcome | null, intent: string | null): HostedResult {
  if (outcome?.kind === 'declined') return declinedBy(outcome.decline)
  return outcome?.kind === 'confirm' && intent !== null ? { kind: 'confirm', intent } : { kind: 'done', url: null }
}
