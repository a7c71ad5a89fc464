// Decides what to do with one inbound message, and limits how often we respond.
import { type Asking, lackOf } from '../../../core/delivery/rights.ts'
import { commandOf } from '../../../core/phone/command.ts'
import { type InboundCommand, parseInbound } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { ResponseKind, senderOf } from '../../whatsapp/inbound-owners.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { aboutWord } from './ambiguous-words.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import { tapCommand } from './commands.ts'
import { type AnswerDeps, hourBefore } from './deps.ts'
import type { Downloads } from './downloads.ts'
import { tapProposal } from './filter-commands.ts'
import type { PastMatches } from './filter-question.ts'
import { aboutPhone, link } from './phone-commands.ts'
import { tapReply, writeReply } from './replies.ts'
import { nothing, type PastLook, type PhoneResponse, respond } from './response.ts'
import { acknowledge, showMore } from './taps.ts'

/** What takes long: files that were sent, and looks at kept mail. */
export interface AnswerTasks {
  fetches: Downloads
  looks: BackgroundTasks<PastLook, PastMatches | null>
}

const mostSentencesAnHour = 20
const mostCommandsAnHour = 60
/** What is said each time: an answer that leaves must be seen, and there are few an hour. */
const freeAnswers: ResponseKind[] = ['nothing', 'shown', 'command', 'reply_planned', 'reply_asked', 'filter_asked', 'filter_kept']
const spokenAnswers = ResponseKind.options.filter(answer => !freeAnswers.includes(answer))

export async function decide(deps: AnswerDeps, tx: Tx, message: InboundMessage, now: Date, errands: AnswerTasks): Promise<PhoneResponse> {
  const decided = await carryOut(deps, tx, message, now, errands)
  if (decided.text === null || freeAnswers.includes(decided.answer)) return decided
  // What was asked is done all the same, but each sentence costs: nobody makes us say too many.
  const spoken = await deps.countResponses(tx, senderOf(message), spokenAnswers, hourBefore(now))
  return spoken < mostSentencesAnHour ? decided : { ...decided, text: null }
}

async function carryOut(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  now: Date,
  { fetches, looks }: AnswerTasks,
): Promise<PhoneResponse> {
  const said = parseInbound(message.text, message.payload)
  const phones = await deps.findByPhone(tx, message)
  const asked = { message, phones, now, looked: looks.of(message.wamid) }
  const word = wordOf(said, message)
  const obeyed = word && (await inMeasure(deps, tx, message, now, () => aboutWord({ ...deps.commands, ...deps }, tx, word, asked)))
  if (obeyed) return obeyed
  const written = await writeReply(deps.replies, tx, message, { said, phones, now, fetched: fetches.of(message.wamid) })
  if (written) return written
  if (said.kind === 'code') return link(deps, tx, message, said, now)
  if (said.kind === 'do' || said.kind === 'rsvp')
    return (await inMeasure(deps, tx, message, now, () => tapCommand({ ...deps.commands, ...deps }, tx, said, asked))) ?? nothing
  if (said.kind === 'proposal') return tapProposal(deps.commands.filters, tx, said, { phones, now })
  const refused = refusalOf(phones, said)
  if (refused) return refused
  const receiving = phones.filter(phone => phone.state !== 'stopped')
  if (said.kind === 'answer') return tapReply(deps.replies, tx, said, { phones, now })
  if (said.kind === 'acknowledge') return phones.length > 0 ? acknowledge(deps, tx, message, said.deliveryId, now) : nothing
  if (said.kind === 'show' || said.kind === 'more') {
    if (phones.length === 0) return nothing
    if (receiving.length > 0) return showMore(deps, tx, message, said, now)
  }
  return aboutPhone(deps, tx, said, { ...asked, receiving })
}

/** Who quotes a mail and asks for help is shown what can be done about it. */
function wordOf(said: InboundCommand, { about, payload }: InboundMessage): Extract<InboundCommand, { kind: 'word' }> | null {
  if (said.kind === 'word') return said
  return said.kind === 'help' && about !== null && payload === null ? { kind: 'word', command: 'menu', isSure: true } : null
}

/** So many commands an hour; who goes on is told so once. */
async function inMeasure(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  now: Date,
  work: () => Promise<PhoneResponse | null>,
): Promise<PhoneResponse | null> {
  const given = await deps.countResponses(tx, senderOf(message), ['command', 'command_refused'], hourBefore(now))
  if (given < mostCommandsAnHour) return work()
  return given === mostCommandsAnHour ? respond('command_refused', 'answer.tooManyCommands') : nothing
}

/** Null where the phone may do what it asks for. */
function refusalOf(phones: readonly Asking[], said: InboundCommand): PhoneResponse | null {
  const command = commandOf(said)
  const lacks = command && lackOf(phones, command)
  return lacks ? respond('refused', 'answer.refused', { lacks }) : null
}
