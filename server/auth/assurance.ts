// Whether a session has shown all that its person asks of one who changes how they sign in.
import type { PersonAsk } from './endpoint.ts'
import { refuse } from './errors.ts'

/** Throws 401 where a second factor was set up and this session has not shown it. */
export function refuseLowAssurance({ who, session }: PersonAsk, deed: string): void {
  if (who.factors.some(f => f.status === 'verified') && session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { status: 401, message: `AAL2 session is required to ${deed} when MFA is enabled.` })
}
