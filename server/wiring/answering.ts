// What answer is given, to work off what phones said: delivery's deeds, WhatsApp's voice, and who a phone belongs to.
import { languageOfNumber } from '../../core/phone/country.ts'
import { readerOf } from '../account/settings/store.ts'
import type { AnswerParts, Sender } from '../answer/parts.ts'
import { readUser } from '../auth/store.ts'
import { settleUsage } from '../billing/store.ts'
import type { Tx } from '../db/pool.ts'
import { acknowledge } from '../delivery/escalation/store.ts'
import { linkByCode, pauseDestination, startDestination, stopDestination } from '../delivery/link.ts'
import { findByPhone, ownerOfDelivery } from '../delivery/owners.ts'
import { claimInbound, countAnswers, settleInbound } from '../whatsapp/owners.ts'
import { sendNotice } from '../whatsapp/send.ts'
import { type Ground, inPace, templateParts } from '../wiring.ts'
import { sendPage } from './sending.ts'
import { mailsKept, showKept } from './tapped.ts'

export function answerParts(ground: Ground, onMails: Pick<AnswerParts, 'replies' | 'commands' | 'fetchFile' | 'lookBack'>): AnswerParts {
  const { db, clock, log, graph } = ground
  return {
    db,
    clock,
    log,
    claimInbound,
    settleInbound,
    countAnswers,
    linkByCode: (tx, code, consent) => linkByCode(tx, code, consent, { onFinal: settleUsage, ownNumberOf }),
    findByPhone,
    stop: stopDestination,
    start: startDestination,
    pause: pauseDestination,
    ownerOfDelivery,
    acknowledge,
    showAgain: showKept,
    mailsOf: mailsKept,
    read: graph.markRead,
    languageOf,
    say: (to, text, around) => inPace(ground, () => sendNotice(graph, to, text, around)),
    ...onMails,
    list: (to, page) => inPace(ground, () => sendPage({ ...ground, templates: templateParts(ground) }, to, page)),
  }
}

/** The number that a person has proven to be theirs. */
async function ownNumberOf(tx: Tx, userId: string): Promise<string | null> {
  const user = (await readUser(tx, userId))?.user
  return user?.phone_confirmed_at ? user.phone : null
}

async function languageOf(tx: Tx, sender: Sender): Promise<string> {
  const [newest] = await findByPhone(tx, sender)
  return newest ? (await readerOf(tx, newest.user_id)).language : languageOfNumber(sender.waId)
}
