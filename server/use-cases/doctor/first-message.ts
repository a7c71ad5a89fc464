// Sends the first real message to a phone, by an approved template or as plain text.
import type { Outcome } from '../../../core/delivery/outcome.ts'
import type { Words } from '../../../core/words/words.ts'
import { newId } from '../../foundation/seal.ts'
import { sendAnnouncement } from '../../whatsapp/announce.ts'
import { type Graph, openGraph } from '../../whatsapp/client.ts'
import { explainReason } from '../../whatsapp/reasons.ts'
import { sendText } from '../../whatsapp/send.ts'
import { listTemplates } from '../../whatsapp/templates/owners.ts'
import { graphOptions } from './ask/graph.ts'
import type { DoctorDeps } from './deps.ts'
import { type DoctorFinding, failing, needsAttention, ok } from './finding.ts'

/** Accepts numbers as people write them: with a plus, spaces and parentheses. Null when it is no number. */
export const normalizeNumber = (number: string): string | null => {
  const digits = number.replace(/[\s().-]/g, '').replace(/^\+|^00/, '')
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null
}

export async function sendFirstMessage(deps: DoctorDeps, words: Words, waId: string): Promise<DoctorFinding> {
  const graph = openGraph(graphOptions(deps))
  const number = `+${waId}`
  const announcement = await announce(deps, graph, words, waId)
  // Without an approved template a plain text may still go through, if the phone has written to us.
  const isHeld = announcement.kind === 'held'
  const outcome = isHeld ? await sendText(graph, { waId, waUserId: null }, words.of('doctor')('send.text')) : announcement
  if (outcome.kind !== 'sent') return failing('send', 'send.refused', { why: explainOutcome(outcome, words) })
  return isHeld
    ? needsAttention('send', 'send.maybe', { number, own: `+${deps.config.whatsapp.number}` })
    : ok('send', 'send.accepted', { number })
}

/** Uses ids of no real delivery, so that status reports for them change nothing. */
async function announce({ db, now }: DoctorDeps, graph: Graph, words: Words, waId: string): Promise<Outcome> {
  const at = now()
  const emails = [{ sender: words.of('ui')('brand'), subject: words.of('doctor')('send.subject') }]
  const sendDeps = {
    ...{ graph, directSend: graph.directSend },
    words,
    templates: db ? await listTemplates(db) : [],
    now: at,
    onRefused: async () => {},
    onUsed: async () => {},
    onDirectSendLost: async () => {},
  }
  const to = { waId, waUserId: null }
  return sendAnnouncement(sendDeps, {
    to,
    userId: newId(at),
    deliveryId: newId(at),
    emails: emails,
    count: 1,
    attempt: 1,
    language: words.language,
  })
}

const explainOutcome = (outcome: Exclude<Outcome, { kind: 'sent' }>, words: Words): string =>
  explainReason(words.of('whatsapp'), outcome.reason) ?? outcome.reason
