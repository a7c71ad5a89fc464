// What the ledger is given: mail, usage and reasons, through the rooms that own them.
import { isDeedReason } from '../../core/mailbox/deeds.ts'
import { monthOf } from '../../core/plans/allowance.ts'
import { usageOf } from '../billing/store.ts'
import type { LedgerParts } from '../ledger/handlers.ts'
import { explainNow } from '../ledger/now.ts'
import { openFinder } from '../ledger/search/finder.ts'
import { readHeads, readView } from '../mail/messages/store.ts'
import { explainOf, type Ground, templateParts } from '../wiring.ts'
import { onPhone } from './on-phone.ts'

export function ledgerParts(ground: Ground): LedgerParts {
  const { db, clock, keys, words } = ground
  const explain = explainOf(words)
  return {
    db,
    clock,
    keys,
    words,
    finder: openFinder(),
    onPhone: (userId, sent) => onPhone({ ...ground, templates: templateParts(ground) }, userId, sent),
    readHeads: (userId, ids) => readHeads(db, userId, keys, ids),
    readView: (userId, id) => readView(db, userId, keys, id),
    usageOf: (userId, now) => usageOf(db, userId, monthOf(now)),
    explain: (_state, reason) => explain(reason),
    explainDeed: reason => (isDeedReason(reason) ? words.of('ledger')(`deed.${reason}`) : null),
    explainNow: (userId, messageId) => explainNow(db, userId, keys, messageId),
    explainVerdict: reason => (isVerdictReason(reason) ? words.of('ledger')(`verdict.${reason}`) : null),
  }
}

const verdictReasons = [
  'no_destination',
  'stopped',
  'no_forward',
  'not_proven',
  'confirmation',
  'own_mail',
  'copy',
  'backlog',
  'not_handed_over',
] as const
const isVerdictReason = (reason: string | null): reason is (typeof verdictReasons)[number] => verdictReasons.some(known => known === reason)
