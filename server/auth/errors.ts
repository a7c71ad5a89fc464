// Defines every error of the auth API with its status and message, and renders them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { HttpError, isServerError, toHttpRefusal } from '../foundation/http/errors.ts'

// The messages are GoTrue's, which clients check; our screens show their own text by code.
const refusals = {
  anonymous_provider_disabled: [422, 'Anonymous sign-ins are disabled'],
  bad_code_verifier: [400, 'code challenge does not match previously saved code verifier'],
  bad_jwt: [403, 'invalid JWT: unable to parse or verify signature'],
  bad_oauth_callback: [400, 'OAuth state parameter missing'],
  bad_oauth_state: [400, 'OAuth callback with invalid state'],
  email_address_not_provided: [422, 'Error getting user email from external provider'],
  email_conflict_identity_not_deletable: [422, 'Unable to unlink identity due to email conflict'],
  captcha_failed: [400, 'captcha protection: request disallowed'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  feature_disabled: [404, 'This feature is not enabled'],
  flow_state_expired: [422, 'invalid flow state, flow state has expired'],
  flow_state_not_found: [404, 'invalid flow state, no valid flow state found'],
  identity_already_exists: [422, 'Identity is already linked'],
  identity_not_found: [422, "Identity doesn't exist"],
  insufficient_aal: [403, 'AAL2 required'],
  invalid_credentials: [400, 'Invalid login credentials'],
  manual_linking_disabled: [404, 'Manual linking is disabled'],
  mfa_challenge_expired: [422, 'MFA challenge has expired, verify against another challenge or create a new challenge.'],
  mfa_factor_name_conflict: [422, 'A factor with that friendly name for this user already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_ip_address_mismatch: [422, 'Challenge and verify IP addresses mismatch.'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_phone_verify_not_enabled: [422, 'MFA verification is disabled for Phone'],
  mfa_totp_enroll_not_enabled: [422, 'MFA enroll is disabled for TOTP'],
  mfa_totp_verify_not_enabled: [422, 'MFA verification is disabled for TOTP'],
  mfa_verification_failed: [422, 'The proof is wrong'],
  mfa_verified_factor_exists: [422, 'A verified phone factor already exists, unenroll the existing factor to continue'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  mfa_webauthn_verify_not_enabled: [422, 'MFA verification is disabled for WebAuthn'],
  no_authorization: [401, 'This endpoint requires a valid Bearer token'],
  not_admin: [403, 'User not allowed'],
  not_found: [404, 'There is nothing at this address'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  otp_expired: [403, 'Token has expired or is invalid'],
  over_email_send_rate_limit: [429, 'Email rate limit exceeded'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  over_sms_send_rate_limit: [429, 'SMS rate limit exceeded'],
  passkey_disabled: [404, 'Passkeys are disabled'],
  phone_exists: [422, 'A user with this phone number has already been registered'],
  phone_not_confirmed: [400, 'Phone not confirmed'],
  phone_provider_disabled: [400, 'Unsupported phone provider'],
  provider_disabled: [400, 'Provider is not enabled'],
  provider_email_needs_verification: [422, 'Unverified email with the provider'],
  reauthentication_needed: [400, 'Password update requires reauthentication'],
  reauthentication_not_valid: [422, 'Nonce has expired or is invalid'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  saml_provider_disabled: [404, 'SAML 2.0 is disabled'],
  same_password: [422, 'New password should be different from the old password.'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  single_identity_not_deletable: [422, 'User must have at least 1 identity after unlinking'],
  too_many_enrolled_mfa_factors: [422, 'Maximum number of verified factors reached, unenroll to continue'],
  sms_send_failed: [422, 'The code could not be sent'],
  too_many_passkeys: [422, 'Maximum number of passkeys reached'],
  unexpected_failure: [500, 'Something went wrong on our side. Try again'],
  user_already_exists: [422, 'User already registered'],
  user_banned: [403, 'User is banned'],
  user_not_found: [403, 'User from sub claim in JWT does not exist'],
  validation_failed: [400, 'The request is not valid'],
  weak_password: [422, 'Password is too weak'],
  web3_provider_disabled: [422, 'Web3 provider is disabled'],
  webauthn_challenge_expired: [400, 'Challenge has expired'],
  webauthn_challenge_not_found: [400, 'Challenge not found or already used'],
  webauthn_credential_exists: [422, 'This credential is already registered'],
  webauthn_credential_not_found: [404, 'Passkey not found'],
  webauthn_verification_failed: [400, 'Credential verification failed'],
} as const satisfies Record<string, readonly [number, string]>

export type AuthCode = keyof typeof refusals

/** The error with this code; `change` replaces its message or status where GoTrue does. */
export function refuse(code: AuthCode, change: { message?: string; status?: number; details?: unknown } = {}): HttpError {
  const [status, message] = refusals[code]
  return new HttpError(change.status ?? status, code, change.message ?? message, change.details)
}

/** An error in OAuth's format (RFC 6749 §5.2), which some grants use. */
export const refuseAsOAuth = (error: string, message: string): HttpError =>
  refuse('validation_failed', { message, details: { oauth: error } })

const OAuth = z.object({ oauth: z.string() })

const version = '2024-01-01'

/** GoTrue's body in a form that every client version reads: `code` is a number only for clients that send no API version. */
export function renderAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toHttpRefusal(error, request.id)
  // Clients up to 2.71 end the session on 500 but retry on 503.
  const status = refusal.status === 500 ? 503 : refusal.status
  const code = toWireCode(refusal.code)
  if (isServerError(error, status)) request.log.error({ err: error }, 'a request on the auth wire failed')
  const oauth = OAuth.safeParse(refusal.details)
  const sendsVersion = request.headers['x-supabase-api-version'] !== undefined
  void reply
    .code(status)
    .headers({ 'x-sb-error-code': code, ...(sendsVersion && { 'x-supabase-api-version': version }) })
    .send({
      code: sendsVersion ? code : status,
      error_code: code,
      message: refusal.message,
      msg: refusal.message,
      ...(code === 'weak_password' && { weak_password: refusal.details }),
      ...(oauth.success && { error: oauth.data.oauth, error_description: refusal.message }),
      ...(status >= 500 && { error_id: request.id }),
    })
}

// Error codes of http/ and Fastify → codes of the wire.
const wireCodes: Record<string, string> = {
  internal: 'unexpected_failure',
  invalid: 'validation_failed',
  ctp_body_too_large: 'request_entity_too_large',
  ctp_invalid_media_type: 'bad_json',
}
const toWireCode = (code: string): string => wireCodes[code] ?? code
