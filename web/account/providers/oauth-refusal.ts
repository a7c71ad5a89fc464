// Picks the message for an OAuth sign-in that failed.
import type { AuthRefusal } from '../../session/session.tsx'

const byCode = new Map([
  ['provider_email_needs_verification', 'refused.unverified'],
  ['signup_disabled', 'refused.closed'],
  ['user_banned', 'refused.banned'],
  ['bad_oauth_state', 'refused.late'],
  ['bad_oauth_callback', 'refused.late'],
  ['flow_state_expired', 'refused.late'],
  ['flow_state_not_found', 'refused.late'],
  ['pkce_code_verifier_not_found', 'refused.late'],
  ['bad_code_verifier', 'refused.late'],
  ['identity_already_exists', 'refused.taken'],
  ['email_address_not_provided', 'refused.noAddress'],
  ['access_denied', 'refused.cancelled'],
] as const)

export function oauthRefusalKey({ status, code }: AuthRefusal) {
  if (status === 429) return 'tooMany'
  const key = [...byCode].find(([name]) => name === code)?.[1]
  if (key) return key
  return !status || status >= 500 ? 'unreachable' : 'refused.failed'
}

/** The error in the callback URL, or null if it names none. */
export function readRefusal(search: string, hash: string): AuthRefusal | null {
  const [query, fragment] = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ''))]
  const parameter = (name: string) => query.get(name) ?? fragment.get(name)
  if (parameter('error') === null && parameter('error_code') === null) return null
  return { status: 400, code: parameter('error_code') ?? parameter('error') ?? undefined }
}
