// The badge of a mail's sender: proven, nothing to say, or a warning with its reasons.
import { z } from 'zod/mini'

/** Each reason of a warning by what a filter asks for; the first mail of a sender is told, but warns of nothing. */
export const topics = {
  lookalike: 'lookalike',
  mixed_letters: 'lookalike',
  name_address: 'name',
  name_known: 'name',
  name_brand: 'name',
  checks_failed: 'checks',
  reply_lookalike: 'reply_to',
  reply_free: 'reply_to',
  reply_elsewhere: 'reply_to',
  first_time: null,
} as const

export const ReasonKind = z.enum([
  'lookalike',
  'mixed_letters',
  'name_address',
  'name_known',
  'name_brand',
  'checks_failed',
  'reply_lookalike',
  'reply_free',
  'reply_elsewhere',
  'first_time',
])
export type ReasonKind = z.infer<typeof ReasonKind>

/**
 * `seen` is what the mail shows, `real` what it may be taken for:
 * two domains where it looks like another; an address that the name holds, or that the name is known by, or a brand, and the sender's
 * own; where answers go, and the sender's domain.
 */
export const SenderReason = z.object({ kind: ReasonKind, seen: z.string(), real: z.string() })
export type SenderReason = z.infer<typeof SenderReason>

export const Badge = z.enum(['verified', 'none', 'warning'])
export type Badge = z.infer<typeof Badge>

/** What warns stands first. */
export const SenderBadge = z.object({ badge: Badge, reasons: z.array(SenderReason) })
export type SenderBadge = z.infer<typeof SenderBadge>

/** What a filter may ask for. */
export const BadgeWanted = z.enum(['verified', 'warning', 'lookalike', 'name', 'checks', 'reply_to'])
export type BadgeWanted = z.infer<typeof BadgeWanted>

export const warns = (reason: SenderReason): boolean => topics[reason.kind] !== null

/** The reason that is told where there is room for one. */
export const firstWarning = (sender: SenderBadge | undefined): SenderReason | null =>
  sender?.badge === 'warning' ? (sender.reasons.find(warns) ?? null) : null
