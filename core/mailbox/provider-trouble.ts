// Decides when refused sign-ins are the mail provider's own trouble, and when a mailbox that needs its user is tried again.

/** Mailboxes at one provider that worked lately. */
export interface ProviderRefusals {
  mailboxes: number
  /** Refused within the last ten minutes, and not let in since. */
  refused: number
  /** How many different users these belong to. */
  users: number
}

export const refusalsCountMs = 10 * 60_000
const leastUsers = 5
const shareThatBegins = 0.2
/** Lower than the share that begins it, so that it doesn't begin and end all the time. */
const shareThatEnds = 0.1

/** One user's wrong passwords say nothing about a provider; those of many at the same time do. */
export function isInTrouble(wasInTrouble: boolean, { mailboxes, refused, users }: ProviderRefusals): boolean {
  const share = mailboxes === 0 ? 0 : refused / mailboxes
  return wasInTrouble ? share > shareThatEnds : users >= leastUsers && share > shareThatBegins
}

/** A provider that goes on refusing for longer has changed its rules: its users have to know. */
const longestTroubleMs = 24 * 3_600_000
export const isTheProviders = (since: Date, now: Date): boolean => now.getTime() - since.getTime() < longestTroubleMs

/** While a provider is in trouble: seldom enough not to add to it, often enough that ten minutes always hold one refusal. */
export const troubleRetryMs = (random: number): number => Math.round((3 + 3 * random) * 60_000)

const hourMs = 3_600_000
const laterRetriesMs = [1 * hourMs, 6 * hourMs, 24 * hourMs]
const mostRetriesAfterMs = 14 * 24 * hourMs

/** When a mailbox that needs its user is tried again; null after two weeks. `retries`: so far. */
export function nextRetryAt(retries: number, downSince: Date, now: Date): Date | null {
  const at = new Date(now.getTime() + (laterRetriesMs[retries] ?? 24 * hourMs))
  return at.getTime() - downSince.getTime() > mostRetriesAfterMs + hourMs ? null : at
}
