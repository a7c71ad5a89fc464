// Defines what can go wrong when signing in with a provider.
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { SignInProblem } from '../../../../core/api/mail.ts'
import { OutsideError } from '../../../foundation/outside.ts'

/** Only the token endpoint's refusal ends a grant; temporary problems are waited out. */
export type GrantProblem = 'sign_in_again' | 'sign_in_waits' | 'sign_in_busy' | 'sign_in_setup'

// RFC 6749 §5.2 and OpenID Connect Core §3.1.2.6; the user has to sign in again.
const endingCodes = new Set(['invalid_grant', 'interaction_required', 'login_required', 'consent_required'])
const configurationCodes = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_request', 'invalid_scope'])

/** Names why a token could not be renewed. */
export function toGrantProblem(error: unknown): GrantProblem {
  if (!(error instanceof ResponseBodyError)) return hasResponse(error) ? 'sign_in_busy' : 'sign_in_waits'
  if (error.status >= 500 || error.status === 429) return 'sign_in_busy'
  if (endingCodes.has(error.error)) return 'sign_in_again'
  return configurationCodes.has(error.error) ? 'sign_in_setup' : 'sign_in_busy'
}

/** The provider replied with something unexpected, so the problem is the provider's and not the network's. */
const hasResponse = (error: unknown): boolean => error instanceof ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'

/** Names why a callback, or the exchange of its code, failed. */
export function toSignInProblem(error: unknown): SignInProblem {
  if (error instanceof AuthorizationResponseError) return toCallbackProblem(error.error, error.error_description ?? '')
  if (error instanceof ResponseBodyError) {
    const problem = toGrantProblem(error)
    return problem === 'sign_in_again' ? 'sign_in_failed' : problem === 'sign_in_busy' ? 'sign_in_waits' : problem
  }
  return isUnreachable(error) ? 'sign_in_waits' : 'sign_in_failed'
}

// Google: admin_policy_enforced, org_internal. Microsoft: AADSTS90094 and 90095 (an administrator must approve), 53000 and 53003
// (conditional access), 65004 (the person declined).
function toCallbackProblem(code: string, description: string): SignInProblem {
  if (/^(admin_policy_enforced|org_internal)$/.test(code) || /AADSTS(90094|90095|53000|53003)\b/.test(description)) return 'sign_in_admin'
  if (code === 'access_denied' || /AADSTS65004\b/.test(description)) return 'sign_in_cancelled'
  if (/^(temporarily_unavailable|server_error)$/.test(code)) return 'sign_in_waits'
  return configurationCodes.has(code) || code === 'redirect_uri_mismatch' ? 'sign_in_setup' : 'sign_in_failed'
}

/** The client wraps connection errors; a malformed response counts as a provider outage too. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof OutsideError || hasResponse(error)) return true
  if (error instanceof ClientError && /^(OAUTH_TIMEOUT|OAUTH_ABORT)$/.test(error.code ?? '')) return true
  return error instanceof Error && error.cause !== undefined && error.cause !== error && isUnreachable(error.cause)
}
