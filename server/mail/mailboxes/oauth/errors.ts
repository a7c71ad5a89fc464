// What can go wrong in a sign-in with a provider, as data.
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { SignInProblem } from '../../../../core/api/mail.ts'
import { OutsideError } from '../../../foundation/outside.ts'

/** Only the word of the token endpoint ends an access; whatever may pass is waited for. */
export type GrantProblem = 'sign_in_again' | 'sign_in_waits' | 'sign_in_busy' | 'sign_in_setup'

// RFC 6749 §5.2 and OpenID Connect Core §3.1.2.6; the person has to be there again.
const ended = new Set(['invalid_grant', 'interaction_required', 'login_required', 'consent_required'])
const ours = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_request', 'invalid_scope'])

/** Of a token that could not be renewed. */
export function problemOfGrant(error: unknown): GrantProblem {
  if (!(error instanceof ResponseBodyError)) return isAnswered(error) ? 'sign_in_busy' : 'sign_in_waits'
  if (error.status >= 500 || error.status === 429) return 'sign_in_busy'
  if (ended.has(error.error)) return 'sign_in_again'
  return ours.has(error.error) ? 'sign_in_setup' : 'sign_in_busy'
}

/** Whatever it was, it is not what was asked for: the provider's bad hour, not that of the network. */
const isAnswered = (error: unknown): boolean => error instanceof ClientError && error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'

/** Of a browser that came back, or of the code that it brought. */
export function problemOfReturn(error: unknown): SignInProblem {
  if (error instanceof AuthorizationResponseError) return problemOfAnswer(error.error, error.error_description ?? '')
  if (error instanceof ResponseBodyError) {
    const problem = problemOfGrant(error)
    return problem === 'sign_in_again' ? 'sign_in_failed' : problem === 'sign_in_busy' ? 'sign_in_waits' : problem
  }
  return isUnreachable(error) ? 'sign_in_waits' : 'sign_in_failed'
}

// Google: admin_policy_enforced, org_internal. Microsoft: AADSTS90094 and 90095 (an administrator must approve), 53000 and 53003
// (conditional access), 65004 (the person declined).
function problemOfAnswer(code: string, description: string): SignInProblem {
  if (/^(admin_policy_enforced|org_internal)$/.test(code) || /AADSTS(90094|90095|53000|53003)\b/.test(description)) return 'sign_in_admin'
  if (code === 'access_denied' || /AADSTS65004\b/.test(description)) return 'sign_in_cancelled'
  if (/^(temporarily_unavailable|server_error)$/.test(code)) return 'sign_in_waits'
  return ours.has(code) || code === 'redirect_uri_mismatch' ? 'sign_in_setup' : 'sign_in_failed'
}

/** The client wraps what the connection threw; an answer that is not what it should be is the provider's bad hour too. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof OutsideError || isAnswered(error)) return true
  if (error instanceof ClientError && /^(OAUTH_TIMEOUT|OAUTH_ABORT)$/.test(error.code ?? '')) return true
  return error instanceof Error && error.cause !== undefined && error.cause !== error && isUnreachable(error.cause)
}
