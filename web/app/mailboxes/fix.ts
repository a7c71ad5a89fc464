// The one thing to do about an e-mail account, if there is one.
import type { Mailbox } from '../../../core/api/mail.ts'

export type Fix = 'password' | 'sign_in' | 'check' | 'resume'

/** Null where nothing is wrong, or where we go on by ourselves and nothing helps sooner. */
export function fixOf({ kind, state, signIn }: Pick<Mailbox, 'kind' | 'state' | 'signIn'>): Fix | null {
  if (state === 'paused') return 'resume'
  if (kind === 'address') return null
  if (state === 'needs_you') return signIn === 'oauth2' ? 'sign_in' : 'password'
  return state === 'waiting' ? 'check' : null
}
