// Decides which key signs access tokens, and until when an older one must still verify them.

/** A new key signs only after every host has read it and publishes it. */
export const keyWaitMs = 15_000
/** Clocks of hosts differ, and one may sign with the old key a moment longer. */
const keyGraceMs = 60_000

export interface SigningKeyTimes {
  kid: string
  createdAt: Date
  /** From then on it signs, until a newer key does. */
  signsAt: Date
}

/** A token that lives longer than access tokens do: a service key. */
export interface LongToken {
  createdAt: Date
  expiresAt: Date
}

/** `next` waits until every host knows it; `verifying` no longer signs. */
export type SigningKeyState = 'next' | 'signing' | 'verifying'

export interface SigningKeyPlan extends SigningKeyTimes {
  state: SigningKeyState
  /** When the last token that it signed has expired, for a key that no longer signs. */
  retiresAt: Date | null
}

/** Of keys with the newest first. Before the first key's time it signs nevertheless, because there is no other. */
export const currentKey = <K extends { signsAt: Date }>(keys: readonly K[], now: Date): K | undefined =>
  keys.find(key => key.signsAt <= now) ?? keys.at(-1)

/** `keys` have the newest first; `tokenMs` is the life of an access token. */
export function planSigningKeys(
  keys: readonly SigningKeyTimes[],
  longTokens: readonly LongToken[],
  tokenMs: number,
  now: Date,
): SigningKeyPlan[] {
  const current = currentKey(keys, now)
  const currentAt = current ? keys.indexOf(current) : 0
  return keys.map((key, at) => {
    if (at < currentAt) return { ...key, state: 'next', retiresAt: null }
    const next = keys[at - 1]
    if (at === currentAt || !next) return { ...key, state: 'signing', retiresAt: null }
    return { ...key, state: 'verifying', retiresAt: endOfTokens(key.signsAt, next.signsAt, longTokens, tokenMs) }
  })
}

function endOfTokens(from: Date, until: Date, longTokens: readonly LongToken[], tokenMs: number): Date {
  const lastSigned = until.getTime() + keyGraceMs
  const own = longTokens.filter(
    token => token.createdAt.getTime() >= from.getTime() - keyGraceMs && token.createdAt.getTime() <= lastSigned,
  )
  return new Date(Math.max(lastSigned + tokenMs, ...own.map(token => token.expiresAt.getTime())))
}
