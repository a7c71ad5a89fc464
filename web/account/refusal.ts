// Which sentence answers a refused sign-in or sign-up; none of them tells whether an address is known.
import type { AuthError } from '@supabase/supabase-js'

type Deed = 'signIn' | 'signUp'

export function refusalKey(error: Pick<AuthError, 'status' | 'code'>, deed: Deed) {
  if (error.status === 429) return 'signIn.tooMany'
  if (!error.status || error.status >= 500) return 'signIn.unreachable'
  if (deed === 'signIn') return 'signIn.refused'
  if (error.code === 'signup_disabled') return 'signUp.closed'
  if (error.code === 'weak_password') return 'password.weak'
  return 'signUp.refused'
}
