// Shares the mailboxes of the service among the hosts that are alive, and moves few of them at a time.

/** The most mailboxes that a host takes; null is without limit. */
export type HostLimit = number | null

interface ShareInput {
  /** Watched by this host. */
  held: number
  /** Of all hosts together. */
  all: number
  limit: HostLimit
  /** The limits of all living hosts, this one included. */
  limits: readonly HostLimit[]
}

export interface ShareStep {
  /** How many free mailboxes this host may take. */
  take: number
  /** How many it gives back, for others to take. */
  giveBack: number
}

/** How far a host may be above its share: below this, nothing moves to and fro when a mailbox is added or a host comes and goes. */
const slackShare = 0.05
/** A mailbox that moves reconnects, so a surplus is given back over at least a minute. */
const givingTicks = 60
const mostGivenBack = 20

/** A host alone takes everything; others may find themselves above their share when a host joins. */
export function shareStep({ held, all, limit, limits }: ShareInput): ShareStep {
  const most = limit ?? Number.POSITIVE_INFINITY
  if (limits.length <= 1) return { take: Math.max(0, most - held), giveBack: Math.max(0, held - most) }
  const level = fairLevel(all, limits)
  const upTo = Math.min(most, level + Math.max(1, Math.floor(level * slackShare)))
  const surplus = Math.max(0, held - upTo)
  const giveBack = Math.min(surplus, mostGivenBack, Math.max(1, Math.ceil(upTo / givingTicks)))
  return { take: Math.max(0, upTo - held), giveBack }
}

/** The lowest number of mailboxes for each host that covers all of them, where hosts at their limit take no more. */
function fairLevel(all: number, limits: readonly HostLimit[]): number {
  const ascending = limits.map(limit => limit ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
  let left = all
  for (const [i, limit] of ascending.entries()) {
    const level = Math.ceil(left / (ascending.length - i))
    if (level <= limit) return level
    left -= limit
  }
  // More mailboxes than all hosts together take.
  return ascending.at(-1) ?? all
}
