// Maps the reason codes of deliveries and attempts to the texts people read.
import type { WordKey } from '../words/catalogs.ts'

interface ReasonWords {
  key: WordKey<'delivery'>
  /** Can the owner do something about it? */
  isActionable: boolean
}

const reasons: Record<string, ReasonWords> = {
  window_closed: { key: 'reason.window_closed', isActionable: true },
  destination_pending: { key: 'reason.destination_pending', isActionable: true },
  destination_stopped: { key: 'reason.destination_stopped', isActionable: true },
  destination_unreachable: { key: 'reason.destination_unreachable', isActionable: true },
  destination_removed: { key: 'reason.destination_removed', isActionable: false },
  mail_erased: { key: 'reason.mail_erased', isActionable: false },
  allowance_used: { key: 'reason.allowance_used', isActionable: true },
  payment_failed: { key: 'reason.payment_failed', isActionable: true },
  number_paused: { key: 'reason.number_paused', isActionable: false },
  interrupted: { key: 'reason.interrupted', isActionable: false },
  claim_lost: { key: 'reason.claim_lost', isActionable: false },
  outcome_unknown: { key: 'reason.outcome_unknown', isActionable: true },
  gave_up: { key: 'reason.gave_up', isActionable: true },
  too_old: { key: 'reason.too_old', isActionable: true },
  never_confirmed: { key: 'reason.never_confirmed', isActionable: true },
  failed_later: { key: 'reason.failed_later', isActionable: true },
  announced: { key: 'reason.announced', isActionable: true },
  no_template: { key: 'reason.no_template', isActionable: true },
  quiet: { key: 'reason.quiet', isActionable: false },
  digest: { key: 'reason.digest', isActionable: false },
  folded: { key: 'reason.folded', isActionable: false },
  snoozed: { key: 'reason.snoozed', isActionable: false },
  unfolded: { key: 'reason.unfolded', isActionable: false },
  paused: { key: 'reason.paused', isActionable: true },
  taken: { key: 'reason.taken', isActionable: false },
  replaced: { key: 'reason.replaced', isActionable: false },
  overdue: { key: 'reason.overdue', isActionable: true },
  to_destination: { key: 'reason.to_destination', isActionable: false },
  to_mail: { key: 'reason.to_mail', isActionable: false },
  delivered_and_failed: { key: 'reason.delivered_and_failed', isActionable: true },
}

/** Null for WhatsApp's own codes (see whatsapp/reasons.ts). */
export const reasonWords = (code: string): ReasonWords | null => (Object.hasOwn(reasons, code) ? (reasons[code] ?? null) : null)

/** @internal */
export const reasonCodes = Object.keys(reasons)
