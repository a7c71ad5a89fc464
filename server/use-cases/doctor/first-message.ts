// Sends the first real message to a phone, by an approved template or as plain text.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { Words } from '../../../core/words/words.ts'
import { newId } from '../../foundation/seal.ts'
import { sendAnnouncement } from '../../whatsapp/announce.ts'
import { type Graph, openGraph } from '../../whatsapp/client.ts'
import { explainReason } from '../../whatsapp/reasons.ts'
import { sendText } from '../../whatsapp/send.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { graphOf } from './ask/graph.ts'
import type { DoctorDeps } from './deps.ts'
import { type DoctorFinding, failing, note, ok } from './finding.ts'

/** As people write numbers: with a plus, blanks and brackets. */
export const digitsOf = (number: string): string | null => {
  const digits = number.replace(/[\s().-]/g, '').replace(/^\+|^00/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
}

export async function sendFirst(deps: DoctorDeps, words: Words, waId: string): Promise<DoctorFinding> {
  const graph = openGraph(graphOf(deps))
  const number = `+${waId}`
  const announced = await announce(deps, graph, words, waId)
  // Without a template of its own it may still be told in words, as far as the phone has written to us.
  const isHeld = announced.kind === 'held'
  const outcome = isHeld ? await sendText(graph, { waId, waUserId: null }, words.of('doctor')('send.text')) : announced
  if (outcome.kind !== 'sent') return failing('send', 'send.refused', { why: whyOf(outcome, words) })
  return isHeld ? note('send', 'send.maybe', { number, own: `+${deps.config.whatsapp.number}` }) : ok('send', 'send.accepted', { number })
}

/** Ids that stand for nothing: what comes back for them changes nothing. */
async function announce({ db, now }: DoctorDeps, graph: Graph, words: Words, waId: string): Promise<Outcome> {
  const at = now()
  const heads = [{ sender: words.of('ui')('brand'), subject: words.of('doctor')('send.subject') }]
  const asked = {
    ...{ graph, directSend: graph.directSend },
    words,
    templates: db ? await listTemplates(db) : [],
    now: at,
    onRefused: async () => {},
    onDirectSendLost: async () => {},
  }
  const to = { waId, waUserId: null }
  return sendAnnouncement(asked, {
    to,
    userId: newId(at),
    deliveryId: newId(at),
    emails: heads,
    count: 1,
    attempt: 1,
    language: words.language,
  })
}

const whyOf = (outcome: Exclude<Outcome, { kind: 'sent' }>, words: Words): string =>
  explainReason(words.of('whatsapp'), outcome.reason) ?? outcome.reason
