// Sends a code to a phone within the limits, and explains it when a code cannot be sent.

import type { AuthDeps, CodeSent } from '../deps.ts'
import { refuse } from '../errors.ts'

/** Counts a code to this number whether or not anybody has it; the code of a second step need not wait for the first one's. */
export async function countText(deps: AuthDeps, phone: string, step: Step = 'first'): Promise<void> {
  await deps.counters.take('text', `${step} ${phone}`)
  await deps.counters.take('texts', 'all')
}

type Step = 'first' | 'second'

/** Sends a code that can be redeemed already; throws sms_send_failed, with 503 where a later try may help. */
export async function sendText(deps: AuthDeps, phone: string, code: string, step: Step = 'first'): Promise<{ message_id: string }> {
  const sent: CodeSent = deps.sendCode ? await deps.sendCode(phone, code) : { kind: 'unavailable' }
  if (sent.kind === 'sent') return { message_id: sent.messageId }
  // What did not leave need not keep a corrected number or another try waiting.
  if (sent.kind !== 'unknown') await deps.counters.forgive('text', `${step} ${phone}`)
  throw refuse('sms_send_failed', failures[sent.kind])
}

const failures = {
  unknown: {
    status: 503,
    message: 'WhatsApp did not answer. The code may still arrive: enter it then, or ask for another in a minute.',
  },
  unreachable: { status: 422, message: 'WhatsApp does not reach this number. Check it, or sign in another way.' },
  unavailable: { status: 503, message: 'No code can be sent by WhatsApp just now. Try again later, or sign in another way.' },
}
