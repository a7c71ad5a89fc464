// Maps the reason codes of deliveries and attempts to the texts people read.
import type { WordKey } from '../words/catalogs.ts'

interface ReasonWords {
  key: WordKey<'delivery'>
  /** Can the owner do something about it? */
  isTheirs: boolean
}

const reasons: Record<string, ReasonWords> = {
  window_closed: { key: 'reason.window_closed', isTheirs: true },
  destination_pending: { key: 'reason.destination_pending', isTheirs: true },
  destination_stopped: { key: 'reason.destination_stopped', isTheirs: true },
  destination_unreachable: { key: 'reason.destination_unreachable', isTheirs: true },
  destination_removed: { key: 'reason.destination_removed', isTheirs: false },
  mail_erased: { key: 'reason.mail_erased', isTheirs: false },
  allowance_used: { key: 'reason.allowance_used', isTheirs: true },
  number_paused: { key: 'reason.number_paused', isTheirs: false },
  interrupted: { key: 'reason.interrupted', isTheirs: false },
  claim_lost: { key: 'reason.claim_lost', isTheirs: false },
  outcome_unknown: { key: 'reason.outcome_unknown', isTheirs: true },
  gave_up: { key: 'reason.gave_up', isTheirs: true },
  too_old: { key: 'reason.too_old', isTheirs: true },
  never_confirmed: { key: 'reason.never_confirmed', isTheirs: true },
  failed_later: { key: 'reason.failed_later', isTheirs: true },
  announced: { key: 'reason.announced', isTheirs: true },
  no_template: { key: 'reason.no_template', isTheirs: true },
  quiet: { key: 'reason.quiet', isTheirs: false },
  digest: { key: 'reason.digest', isTheirs: false },
  folded: { key: 'reason.folded', isTheirs: false },
  snoozed: { key: 'reason.snoozed', isTheirs: false },
  unfolded: { key: 'reason.unfolded', isTheirs: false },
  paused: { key: 'reason.paused', isTheirs: true },
  taken: { key: 'reason.taken', isTheirs: false },
  replaced: { key: 'reason.replaced', isTheirs: false },
  overdue: { key: 'reason.overdue', isTheirs: true },
  to_destination: { key: 'reason.to_destination', isTheirs: false },
  to_mail: { key: 'reason.to_mail', isTheirs: false },
  delivered_and_failed: { key: 'reason.delivered_and_failed', isTheirs: true },
}

/** Null for a code of the messenger's own (whatsapp/reasons.ts knows those). */
export const reasonWords = (code: string): ReasonWords | null => (Object.hasOwn(reasons, code) ? (reasons[code] ?? null) : null)

/** All of them. @internal */
export const reasonCodes = Object.keys(reasons)
