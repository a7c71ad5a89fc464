// Decides what becomes of one message from a phone, and says no more than is good.
import { type Asking, lackOf } from '../../core/delivery/rights.ts'
import { commandOf } from '../../core/phone/command.ts'
import { type Said, saidIn } from '../../core/phone/said.ts'
import type { Tx } from '../db/pool.ts'
import { Answer, senderOf } from '../whatsapp/owners.ts'
import type { InboundMessage } from '../whatsapp/webhook.ts'
import { aboutPhone, link } from './about-phone.ts'
import { acknowledge, bring } from './bring.ts'
import { tapCommand } from './commands.ts'
import { type Decided, nothing, type PastLook, told } from './decided.ts'
import type { Errands } from './errands.ts'
import type { Fetches } from './fetches.ts'
import type { PastSeen } from './filters/text.ts'
import { type AnswerParts, hourBefore } from './parts.ts'
import { tapProposal } from './proposals.ts'
import { answerMail, tapAnswer } from './replies.ts'
import { aboutWord } from './words.ts'

/** What takes long: files that were sent, and looks at kept mail. */
export interface AllErrands {
  fetches: Fetches
  looks: Errands<PastLook, PastSeen | null>
}

const mostSentencesAnHour = 20
const mostCommandsAnHour = 60
/** What is said each time: an answer that leaves must be seen, and there are few an hour. */
const freeAnswers: Answer[] = ['nothing', 'shown', 'command', 'reply_planned', 'reply_asked', 'filter_asked', 'filter_kept']
const spokenAnswers = Answer.options.filter(answer => !freeAnswers.includes(answer))

export async function decide(parts: AnswerParts, tx: Tx, message: InboundMessage, now: Date, errands: AllErrands): Promise<Decided> {
  const decided = await carryOut(parts, tx, message, now, errands)
  if (decided.text === null || freeAnswers.includes(decided.answer)) return decided
  // What was asked is done all the same, but each sentence costs: nobody makes us say too many.
  const spoken = await parts.countAnswers(tx, senderOf(message), spokenAnswers, hourBefore(now))
  return spoken < mostSentencesAnHour ? decided : { ...decided, text: null }
}

async function carryOut(parts: AnswerParts, tx: Tx, message: InboundMessage, now: Date, { fetches, looks }: AllErrands): Promise<Decided> {
  const said = saidIn(message.text, message.payload)
  const phones = await parts.findByPhone(tx, message)
  const asked = { message, phones, now, looked: looks.of(message.wamid) }
  const word = wordOf(said, message)
  const obeyed = word && (await inMeasure(parts, tx, message, now, () => aboutWord({ ...parts.commands, ...parts }, tx, word, asked)))
  if (obeyed) return obeyed
  const written = await answerMail(parts.replies, tx, message, { said, phones, now, fetched: fetches.of(message.wamid) })
  if (written) return written
  if (said.kind === 'code') return link(parts, tx, message, said, now)
  if (said.kind === 'do' || said.kind === 'rsvp')
    return (await inMeasure(parts, tx, message, now, () => tapCommand({ ...parts.commands, ...parts }, tx, said, asked))) ?? nothing
  if (said.kind === 'proposal') return tapProposal(parts.commands.filters, tx, said, { phones, now })
  const refused = refusalOf(phones, said)
  if (refused) return refused
  const receiving = phones.filter(phone => phone.state !== 'stopped')
  if (said.kind === 'answer') return tapAnswer(parts.replies, tx, said, { phones, now })
  if (said.kind === 'acknowledge') return phones.length > 0 ? acknowledge(parts, tx, message, said.deliveryId, now) : nothing
  if (said.kind === 'show' || said.kind === 'more') {
    if (phones.length === 0) return nothing
    if (receiving.length > 0) return bring(parts, tx, message, said, now)
  }
  return aboutPhone(parts, tx, said, { ...asked, receiving })
}

/** Who quotes a mail and asks for help is shown what can be done about it. */
function wordOf(said: Said, { about, payload }: InboundMessage): Extract<Said, { kind: 'word' }> | null {
  if (said.kind === 'word') return said
  return said.kind === 'help' && about !== null && payload === null ? { kind: 'word', command: 'menu', isSure: true } : null
}

/** So many commands an hour; who goes on is told so once. */
async function inMeasure(
  parts: AnswerParts,
  tx: Tx,
  message: InboundMessage,
  now: Date,
  work: () => Promise<Decided | null>,
): Promise<Decided | null> {
  const given = await parts.countAnswers(tx, senderOf(message), ['command', 'command_refused'], hourBefore(now))
  if (given < mostCommandsAnHour) return work()
  return given === mostCommandsAnHour ? told('command_refused', 'answer.tooManyCommands') : nothing
}

/** Null where the phone may do what it asks for. */
function refusalOf(phones: readonly Asking[], said: Said): Decided | null {
  const command = commandOf(said)
  const lacks = command && lackOf(phones, command)
  return lacks ? told('refused', 'answer.refused', { lacks }) : null
}
