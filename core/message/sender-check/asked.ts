// What a filter asks of a sender's badge, and the words of the mail that answer it.
import { type BadgeWanted, ReasonKind, type SenderBadge, type SenderReason, topics, warns } from './badge.ts'

/** `shown`: the reason that was asked for, else the badge with its first reason; nothing where nothing was said of the sender. */
export function badgeBy(wanted: BadgeWanted, sender: SenderBadge | undefined): { holds: boolean; shown: string } {
  if (!sender) return { holds: false, shown: '' }
  const reasons = sender.badge === 'warning' ? sender.reasons.filter(warns) : []
  const asked = reasons.find(({ kind }) => topics[kind] === wanted)
  if (asked) return { holds: true, shown: written(asked) }
  const [first] = reasons
  return { holds: sender.badge === wanted, shown: first ? written(first) : sender.badge }
}

/** As an explanation keeps it; `readReason` reads it back. */
const written = ({ kind, seen, real }: SenderReason): string => [kind, seen, real].filter(part => part !== '').join(border)
const border = ' | '

/** Null where it is no reason, but a badge alone. */
export function readReason(shown: string): SenderReason | null {
  const [kind, seen = '', real = ''] = shown.split(border)
  const known = ReasonKind.safeParse(kind)
  return known.success ? { kind: known.data, seen, real } : null
}
