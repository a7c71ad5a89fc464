// The settings and limits of an auth instance, with their defaults.

/** At most `points` in `seconds`; the counter belongs to one address, or to one session for refreshes. */
export interface Limit {
  points: number
  seconds: number
}

export interface Switches {
  signUpOpen: boolean
  /** New addresses count as confirmed at once. */
  autoconfirm: boolean
  anonymous: boolean
  /** Who is signed in may add and take away identities at providers. */
  manualLinking: boolean
  /** Passkeys and security keys as a second proof. */
  webauthn: boolean
  passwordMin: number
  accessTokenSeconds: number
  /** How long an exchanged refresh token is forgiven. */
  reuseIntervalMs: number
  /** A session ends this long after sign-in, whatever is refreshed. */
  timeboxMs: number
  /** How long a code or link in an email works. */
  oneTimeMs: number
  /** Wrong tries after which a code stops working. */
  oneTimeAttempts: number
  /** How long a code on a phone works. The wire's 60 s is for SMS: a message of WhatsApp may wait longer for a phone that sleeps. */
  phoneCodeMs: number
  /** A change of the email address is confirmed at both addresses. */
  confirmBothAddresses: boolean
  /** A session older than a day needs a mailed code to change the password. */
  reauthenticate: boolean
  /** Where a link may lead besides our own pages: URLs with * (within a part) and ** (across parts). */
  redirectAllow: string[]
  limits: Limits
}

export type LimitName = keyof typeof defaultLimits
export type Limits = Record<LimitName, Limit>

// reference/auth-wire.md §7; a refresh is limited by session, because a refused one signs a person out.
const fiveMinutes = 300
export const defaultLimits = {
  token: { points: 150, seconds: fiveMinutes },
  refresh: { points: 150, seconds: fiveMinutes },
  /** Wrong passwords for one account, from wherever; the right one forgives them. */
  wrongPassword: { points: 30, seconds: 900 },
  signup: { points: 30, seconds: fiveMinutes },
  anonymous: { points: 30, seconds: 3600 },
  /** Captchas that are shown to their verifier. */
  captcha: { points: 150, seconds: fiveMinutes },
  /** Flows with providers, begun and ended. */
  provider: { points: 60, seconds: fiveMinutes },
  verify: { points: 30, seconds: fiveMinutes },
  otp: { points: 30, seconds: fiveMinutes },
  recover: { points: 30, seconds: fiveMinutes },
  resend: { points: 30, seconds: fiveMinutes },
  user: { points: 30, seconds: fiveMinutes },
  /** Whatever one person asks with a bearer, from wherever. */
  account: { points: 600, seconds: fiveMinutes },
  factorChallenge: { points: 15, seconds: 60 },
  factorVerify: { points: 15, seconds: 60 },
  /** Codes tried by one person, from wherever. */
  factorTries: { points: 10, seconds: fiveMinutes },
  /** Emails to one address. */
  letter: { points: 1, seconds: 60 },
  /** Emails to all addresses together. */
  letters: { points: 30, seconds: 3600 },
  /** Codes to one number. */
  text: { points: 1, seconds: 60 },
  /** Codes to all numbers together: each costs money. */
  texts: { points: 30, seconds: 3600 },
}

/** Limits by their names as an operator gave them; throws a sentence when there is no such limit. */
export function readLimits(given: Record<string, Limit>): Partial<Limits> {
  const unknown = Object.keys(given).filter(name => !(name in defaultLimits))
  if (unknown.length > 0)
    throw new Error(`AUTH_LIMITS names ${unknown.join(', ')}, which is no limit. There are: ${Object.keys(defaultLimits).join(', ')}.`)
  return given
}

/** What differs from the defaults below. */
export type GivenSwitches = Partial<Omit<Switches, 'limits'>> & { limits?: Partial<Limits> }

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
  oneTimeMs: 3_600_000,
  oneTimeAttempts: 5,
  phoneCodeMs: 300_000,
  confirmBothAddresses: true,
  reauthenticate: false,
  redirectAllow: [],
  limits: defaultLimits,
}
