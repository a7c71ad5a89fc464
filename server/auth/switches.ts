// What an instance of the auth wire allows, and how much of it.

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
  passwordMin: number
  accessTokenSeconds: number
  /** How long an exchanged refresh token is forgiven. */
  reuseIntervalMs: number
  /** A session ends this long after sign-in, whatever is refreshed. */
  timeboxMs: number
  limits: Limits
}

export type LimitName = keyof typeof defaultLimits
export type Limits = Record<LimitName, Limit>

// reference/auth-wire.md §7; a refresh is limited by session, because a refused one signs a person out.
const fiveMinutes = 300
export const defaultLimits = {
  token: { points: 150, seconds: fiveMinutes },
  refresh: { points: 150, seconds: fiveMinutes },
  signup: { points: 30, seconds: fiveMinutes },
  anonymous: { points: 30, seconds: 3600 },
}

export const defaultSwitches: Switches = {
  signUpOpen: true,
  autoconfirm: false,
  anonymous: false,
  passwordMin: 8,
  accessTokenSeconds: 3600,
  reuseIntervalMs: 10_000,
  timeboxMs: 8 * 3_600_000,
  limits: defaultLimits,
}
