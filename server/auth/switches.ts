// Defines the settings and limits of an auth instance, with their defaults.
import type { RateLimit } from '../foundation/rate-limits.ts'

export interface Switches {
  signUpOpen: boolean
  /** New addresses count as confirmed immediately. */
  autoconfirm: boolean
  anonymous: boolean
  /** Signed-in users may link and unlink provider identities. */
  manualLinking: boolean
  /** Passkeys and security keys, as a second factor and in place of a password. */
  webauthn: boolean
  passwordMin: number
  accessTokenSeconds: number
  /** How long an exchanged refresh token may be reused. */
  reuseIntervalMs: number
  /** A session ends this long after sign-in, whatever is refreshed. */
  timeboxMs: number
  /** A session ends when it was not refreshed for this long. */
  refreshWithinMs: number
  /** How long a code or link in an email is valid. */
  oneTimeMs: number
  /** Wrong attempts after which a code stops working. */
  oneTimeAttempts: number
  /** How long a code on a phone is valid. GoTrue's 60 s is for SMS: a WhatsApp message may arrive later on a sleeping phone. */
  phoneCodeMs: number
  /** A change of the email address is confirmed at both addresses. */
  confirmBothAddresses: boolean
  /** Allowed redirect URLs besides our own pages, with * (within a part) and ** (across parts). */
  redirectAllow: string[]
  limits: Limits
}

export type LimitName = keyof typeof defaultAuthLimits
export type Limits = Record<LimitName, RateLimit>

// reference/auth-wire.md §7; refreshes are limited per session, because a refused one signs the user out.
const fiveMinutes = 300
export const defaultAuthLimits = {
  token: { points: 150, seconds: fiveMinutes },
  refresh: { points: 150, seconds: fiveMinutes },
  /** Wrong passwords for one account from one network; a correct one resets the counter. */
  wrongPassword: { points: 30, seconds: 900 },
  /** Wrong passwords for one account, from all networks that its owner has not signed in from. */
  wrongPasswordElsewhere: { points: 100, seconds: 900 },
  /** Challenges for signing in with a passkey; a sign-in page asks for one when it opens. */
  passkeyChallenge: { points: 600, seconds: fiveMinutes },
  signup: { points: 30, seconds: fiveMinutes },
  anonymous: { points: 30, seconds: 3600 },
  /** Captchas sent to their verifier. */
  captcha: { points: 150, seconds: fiveMinutes },
  /** Provider flows, started and completed. */
  provider: { points: 60, seconds: fiveMinutes },
  verify: { points: 30, seconds: fiveMinutes },
  otp: { points: 30, seconds: fiveMinutes },
  recover: { points: 30, seconds: fiveMinutes },
  resend: { points: 30, seconds: fiveMinutes },
  user: { points: 30, seconds: fiveMinutes },
  /** All requests of one user with a bearer token, from any address. */
  account: { points: 600, seconds: fiveMinutes },
  factorChallenge: { points: 15, seconds: 60 },
  factorVerify: { points: 15, seconds: 60 },
  /** Wrong proofs of a second factor by one user, from any address: each further limit is a longer wait. A right one resets them. */
  factorTries: { points: 5, seconds: fiveMinutes },
  factorTriesAnHour: { points: 10, seconds: 3600 },
  factorTriesADay: { points: 20, seconds: 86_400 },
  /** Emails about wrong proofs to one user. */
  factorWarnings: { points: 1, seconds: 86_400 },
  /** Codes tried for one account from one network, however many were sent. */
  codeTriesADay: { points: 30, seconds: 86_400 },
  /** Emails to one address. */
  emailToAddress: { points: 1, seconds: 60 },
  /** Emails requested from one network, sent or not. */
  emailsFromNetwork: { points: 30, seconds: 3600 },
  /** Emails that were sent to addresses nobody has proven yet. Owners' recovery and sign-in emails have no budget that others can spend. */
  emails: { points: 300, seconds: 3600 },
  /** Invitations by one member of staff: strangers' sign-ups leave them alone. */
  invitations: { points: 100, seconds: 3600 },
  /** Codes to one number. */
  codeToPhone: { points: 1, seconds: 60 },
  /** Codes requested from one network. */
  codesFromNetwork: { points: 30, seconds: 3600 },
  /** Codes that were sent to numbers of people who are not signed in, together, because each costs money. */
  codes: { points: 100, seconds: 3600 },
  /** Codes that were sent to people who are signed in. */
  codesToUsers: { points: 300, seconds: 3600 },
}

/** Validates the limits that an operator set; throws a user-facing message for an unknown name. */
export function readLimits(given: Record<string, RateLimit>): Partial<Limits> {
  const unknown = Object.keys(given).filter(name => !(name in defaultAuthLimits))
  if (unknown.length > 0)
    throw new Error(
      `AUTH_LIMITS names ${unknown.join(', ')}, which is not a limit. Limits are: ${Object.keys(defaultAuthLimits).join(', ')}.`,
    )
  return given
}

/** Settings that differ from the defaults below. */
export type SwitchOverrides = Partial<Omit<Switches, 'limits'>> & { limits?: Partial<Limits> }

export const defaultSwitches: Switches = {
  signUpOpen: true,
  autoconfirm: false,
  anonymous: false,
  manualLinking: true,
  webauthn: true,
  passwordMin: 8,
  accessTokenSeconds: 3600,
  reuseIntervalMs: 10_000,
  timeboxMs: 8 * 3_600_000,
  refreshWithinMs: 75 * 60_000,
  oneTimeMs: 3_600_000,
  oneTimeAttempts: 5,
  phoneCodeMs: 300_000,
  confirmBothAddresses: true,
  redirectAllow: [],
  limits: defaultAuthLimits,
}
