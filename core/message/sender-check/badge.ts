// A sender's badge: verified, none, or a warning with reasons.
import { z } from 'zod/mini'

/** The filter option that each reason belongs to; `first_time` is shown but is no warning. */
export const reasonTopics = {
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
 * `seen` is what the email shows, `real` what to compare it with. Lookalikes: the domain and the imitated domain. Names: the address in
 * the name, the known address or the brand, and the sender's address. Reply-To: its domain and the sender's domain.
 */
export const SenderReason = z.object({ kind: ReasonKind, seen: z.string(), real: z.string() })
export type SenderReason = z.infer<typeof SenderReason>

export const SenderBadgeKind = z.enum(['verified', 'none', 'warning'])
export type SenderBadgeKind = z.infer<typeof SenderBadgeKind>

/** Warnings come first. */
export const SenderBadge = z.object({ badge: SenderBadgeKind, reasons: z.array(SenderReason) })
export type SenderBadge = z.infer<typeof SenderBadge>

/** What a filter can test. */
export const BadgeWanted = z.enum(['verified', 'warning', 'lookalike', 'name', 'checks', 'reply_to'])
export type BadgeWanted = z.infer<typeof BadgeWanted>

export const isWarning = (reason: SenderReason): boolean => reasonTopics[reason.kind] !== null

/** The reason shown where there is room for one. */
export const firstWarning = (sender: SenderBadge | undefined): SenderReason | null =>
  sender?.badge === 'warning' ? (sender.reasons.find(isWarning) ?? null) : null
