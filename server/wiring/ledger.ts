// Binds the ledger to mail, usage, and the reason texts of other modules.
import { isMailboxActionReason } from '../../core/mailbox/actions.ts'
import { readHeads, readView } from '../mail/messages/store.ts'
import { explainNow } from '../use-cases/ledger/explain-now.ts'
import type { LedgerDeps } from '../use-cases/ledger/handlers.ts'
import { openMessageFinder } from '../use-cases/ledger/search/finder.ts'
import { previewDelivery } from '../use-cases/sending/preview.ts'
import { type AppContext, bindExplain, sendingDeps } from './app.ts'

export function ledgerDeps(app: AppContext): LedgerDeps {
  const { db, clock, keys, words, allowance } = app
  const explain = bindExplain(words)
  return {
    db,
    clock,
    keys,
    words,
    finder: openMessageFinder(),
    previewDelivery: (userId, delivery) => previewDelivery(sendingDeps(app), userId, delivery),
    readHeads: (userId, ids) => readHeads(db, userId, keys, ids),
    readView: (userId, id) => readView(db, userId, keys, id),
    usageOf: (userId, now) => allowance.usageOf(db, userId, now),
    explain: (_state, reason) => explain(reason),
    explainMailboxAction: reason => (isMailboxActionReason(reason) ? words.of('ledger')(`deed.${reason}`) : null),
    explainNow: (userId, messageId) => explainNow(db, userId, keys, messageId),
    explainDecision: reason => (isDecisionReason(reason) ? words.of('ledger')(`verdict.${reason}`) : null),
  }
}

const decisionReasons = [
  'no_destination',
  'stopped',
  'no_forward',
  'not_proven',
  'confirmation',
  'own_mail',
  'copy',
  'backlog',
  'not_handed_over',
  'not_kept',
] as const
const isDecisionReason = (reason: string | null): reason is (typeof decisionReasons)[number] =>
  decisionReasons.some(decisionReason => decisionReason === reason)
