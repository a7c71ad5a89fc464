// Tests a sender's badge against what a filter wants, and stores the reason for the explanation.
import { type BadgeWanted, isWarning, ReasonKind, reasonTopics, type SenderBadge, type SenderReason } from './badge.ts'

/** `shown`: the wanted reason, else the first reason or the badge; empty if the sender was not assessed. */
export function matchBadge(wanted: BadgeWanted, sender: SenderBadge | undefined): { holds: boolean; shown: string } {
  if (!sender) return { holds: false, shown: '' }
  const reasons = sender.badge === 'warning' ? sender.reasons.filter(isWarning) : []
  const matching = reasons.find(({ kind }) => reasonTopics[kind] === wanted)
  if (matching) return { holds: true, shown: serializeReason(matching) }
  const [first] = reasons
  return { holds: sender.badge === wanted, shown: first ? serializeReason(first) : sender.badge }
}

/** The form stored in explanations; `parseSenderReason` reads it back. */
const serializeReason = ({ kind, seen, real }: SenderReason): string => [kind, seen, real].filter(part => part !== '').join(separator)
const separator = ' | '

/** Null if it is only a badge. */
export function parseSenderReason(text: string): SenderReason | null {
  const [kind, seen = '', real = ''] = text.split(separator)
  const parsedKind = ReasonKind.safeParse(kind)
  return parsedKind.success ? { kind: parsedKind.data, seen, real } : null
}
