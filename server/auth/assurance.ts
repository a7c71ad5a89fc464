// Requires the second factor before a user changes how they sign in.
import type { UserRequest } from './endpoint.ts'
import { refuse } from './errors.ts'

/** Throws 401 where a second factor was set up and this session has not shown it. */
export function refuseLowAssurance({ who, session }: UserRequest, action: string): void {
  if (who.factors.some(f => f.status === 'verified') && session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { status: 401, message: `AAL2 session is required to ${action} when MFA is enabled.` })
}
