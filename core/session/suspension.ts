// Says until when somebody is suspended, and in which state an account is.

/** A suspension until this day, or a later one, is for good. */
export const forGood = new Date('9999-12-31T00:00:00Z')

export type AccountState = 'active' | 'unconfirmed' | 'suspended' | 'deleted'

export interface AccountTimes {
  emailConfirmedAt: Date | null
  phoneConfirmedAt: Date | null
  bannedUntil: Date | null
  deletedAt: Date | null
}

export function accountState({ emailConfirmedAt, phoneConfirmedAt, bannedUntil, deletedAt }: AccountTimes, now: Date): AccountState {
  if (deletedAt) return 'deleted'
  if (bannedUntil && bannedUntil > now) return 'suspended'
  return emailConfirmedAt || phoneConfirmedAt ? 'active' : 'unconfirmed'
}
