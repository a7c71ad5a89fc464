// Finds the fix for an email account's problem, if there is one.
import type { Mailbox } from '../../../core/api/mail.ts'

export type Fix = 'password' | 'sign_in' | 'certificate' | 'check' | 'resume'

/** Null if nothing is wrong, or if we recover automatically and nothing would help sooner. */
export function findFix({ kind, state, signIn, problem }: Pick<Mailbox, 'kind' | 'state' | 'signIn' | 'problem'>): Fix | null {
  if (state === 'paused') return 'resume'
  if (kind === 'address') return null
  if (state === 'needs_you' && problem === 'fingerprint_changed') return 'certificate'
  if (state === 'needs_you') return signIn === 'oauth2' ? 'sign_in' : 'password'
  return state === 'waiting' ? 'check' : null
}
