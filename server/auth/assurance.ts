// Requires the second factor before a user changes how they sign in.
import type { UserRequest } from './endpoint.ts'
import { refuse } from './errors.ts'

/** Throws 401 when the user has a verified factor and this session has not used it. */
export function refuseLowAssurance({ record, session }: UserRequest, action: string): void {
  if (record.factors.some(f => f.status === 'verified') && session?.aal !== 'aal2')
    throw refuse('insufficient_aal', { status: 401, message: `AAL2 session is required to ${action} when MFA is enabled.` })
}
