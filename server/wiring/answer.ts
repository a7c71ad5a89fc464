// Binds the answer use case to delivery, WhatsApp and the phones' owners.
import { guessLanguage } from '../../core/phone/country.ts'
import { readReader } from '../account/settings/store.ts'
import { readUser } from '../auth/store.ts'
import { settleUsage } from '../billing/usage-store.ts'
import { acknowledge } from '../delivery/escalation/store.ts'
import { type LinkedPhone, linkByCode, pauseDestination, startDestination, stopDestination } from '../delivery/link.ts'
import { findByPhone, ownerOfDelivery } from '../delivery/owners.ts'
import type { Tx } from '../foundation/db/pool.ts'
import type { AnswerContext } from '../use-cases/answer/context.ts'
import type { AnswerDeps, Sender } from '../use-cases/answer/deps.ts'
import { recentEmails } from '../use-cases/answer/recent-emails.ts'
import { showAgainIfKept, storedDigestDeliveries } from '../use-cases/answer/show-again.ts'
import { explainNow } from '../use-cases/ledger/explain-now.ts'
import { contentReader } from '../use-cases/sending/content.ts'
import { sendPage } from '../use-cases/sending/digests.ts'
import { claimInbound, closeInbound, closeOvertaken, countResponses, postponeInbound, takeUnsent } from '../whatsapp/inbound-owners.ts'
import { sendText } from '../whatsapp/send.ts'
import { type AppContext, inPace, sendingDeps } from './app.ts'
import { replyPlanDeps } from './outgoing.ts'

/** Dependencies for carrying out what phones ask. */
export const answerContext = (app: AppContext): AnswerContext => ({
  ...app,
  plan: replyPlanDeps(app),
  contentOf: db => contentReader(db, app.keys, 'preview'),
  explainNow: (db, userId, messageId) => explainNow(db, userId, app.keys, messageId),
  inPace: send => inPace(app, send),
})

export function answerDeps(
  app: AppContext,
  messageDeps: Pick<AnswerDeps, 'replies' | 'commands' | 'fetchFile' | 'findPastMatches'>,
  /** A phone now gets the user's mail. */
  onLinked: (tx: Tx, linked: LinkedPhone) => Promise<void>,
): AnswerDeps {
  const { db, clock, log, graph } = app
  return {
    db,
    clock,
    log,
    claimInbound,
    closeInbound,
    takeUnsent,
    recentEmails: (tx, sender, limit) => recentEmails(app, tx, sender, limit),
    closeOvertaken,
    postponeInbound,
    countResponses,
    async linkByCode(tx, code, consent) {
      const linked = await linkByCode(tx, code, consent, { onFinal: settleUsage, verifiedNumberOf })
      if (typeof linked !== 'string' && linked.isNew) await onLinked(tx, linked)
      return linked
    },
    findByPhone,
    stop: stopDestination,
    start: startDestination,
    pause: pauseDestination,
    ownerOfDelivery,
    acknowledge,
    showAgain: showAgainIfKept,
    digestDeliveries: storedDigestDeliveries,
    read: graph.markRead,
    languageOf,
    say: (to, text, options) => inPace(app, () => sendText(graph, to, text, options)),
    ...messageDeps,
    list: (to, page) => inPace(app, () => sendPage(sendingDeps(app), to, page)),
  }
}

/** The phone number that a user has verified. */
async function verifiedNumberOf(tx: Tx, userId: string): Promise<string | null> {
  const user = (await readUser(tx, userId))?.user
  return user?.phone_confirmed_at ? user.phone : null
}

async function languageOf(tx: Tx, sender: Sender): Promise<string> {
  const [newest] = await findByPhone(tx, sender)
  return newest ? (await readReader(tx, newest.user_id)).language : guessLanguage(sender.waId)
}
