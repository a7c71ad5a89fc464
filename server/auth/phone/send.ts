// Sends a code to a phone within the limits, and explains why a code cannot be sent.

import type { AuthDeps, CodeSent } from '../deps.ts'
import type { AuthRequest } from '../endpoint.ts'
import { refuse } from '../errors.ts'

/** Counts a code to this number, whether or not an account has it; second-step codes have their own counter. */
export async function limitPhoneCodes(deps: AuthDeps, { ip }: AuthRequest, phone: string, step: Step = 'first'): Promise<void> {
  await deps.counters.consume('codeToPhone', `${step} ${phone}`)
  await deps.counters.consume('codesFromNetwork', ip)
  await deps.counters.check(budgetOf(step), 'all')
}

/** `first` may be a stranger; the others are signed in, and what strangers request does not count against them. */
type Step = 'first' | 'second' | 'own'

const budgetOf = (step: Step) => (step === 'first' ? 'codes' : 'codesToUsers')

/** Sends a stored code; throws sms_send_failed, with 503 where a retry may help. */
export async function sendPhoneCode(deps: AuthDeps, phone: string, code: string, step: Step = 'first'): Promise<{ message_id: string }> {
  const sent: CodeSent = deps.sendCode ? await deps.sendCode(phone, code) : { kind: 'unavailable' }
  if (sent.kind === 'sent' || sent.kind === 'unknown') await deps.counters.count(budgetOf(step), 'all')
  if (sent.kind === 'sent') return { message_id: sent.messageId }
  // A code that was not sent must not delay a corrected number or a retry.
  if (sent.kind !== 'unknown') await deps.counters.reset('codeToPhone', `${step} ${phone}`)
  throw refuse('sms_send_failed', failures[sent.kind])
}

const failures = {
  unknown: {
    status: 503,
    message: 'WhatsApp didn’t respond. The code may still arrive. Enter it then, or get a new one in a minute.',
  },
  unreachable: { status: 422, message: 'WhatsApp can’t reach this number. Check it, or sign in another way.' },
  unavailable: { status: 503, message: 'No code can be sent by WhatsApp just now. Try again later, or sign in another way.' },
}
