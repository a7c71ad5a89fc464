// Decides how to answer one inbound message, and limits how often we respond.
import { missingRights, type PhoneAccess } from '../../../core/delivery/rights.ts'
import { toCommand } from '../../../core/phone/command.ts'
import { type InboundCommand, parseInbound } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { ResponseKind, senderOf } from '../../whatsapp/inbound-owners.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { handleWord } from './ambiguous-words.ts'
import type { BackgroundTasks } from './background-tasks.ts'
import { tapCommand } from './commands.ts'
import { type AnswerDeps, hourBefore } from './deps.ts'
import type { Downloads } from './downloads.ts'
import { tapProposal } from './filter-commands.ts'
import type { PastMatches } from './filter-question.ts'
import { handlePhoneCommand, linkPhone } from './phone-commands.ts'
import { tapReply, writeReply } from './replies.ts'
import { nothing, type PastMatchesRequest, type PhoneResponse, respond } from './response.ts'
import { explainUnsent, sendPicked } from './unquoted.ts'

/** Slow work: downloading files, and searching stored emails. */
export interface InboundTasks {
  downloads: Downloads
  pastMatches: BackgroundTasks<PastMatchesRequest, PastMatches | null>
}

const maxTextsPerHour = 20
const maxCommandsPerHour = 60
/** Responses that are always sent: people must see what they started, and these are few. */
const unlimitedKinds: ResponseKind[] = ['nothing', 'shown', 'command', 'reply_planned', 'reply_asked', 'filter_asked', 'filter_kept']
const limitedKinds = ResponseKind.options.filter(answer => !unlimitedKinds.includes(answer))

export async function decideResponse(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  now: Date,
  tasks: InboundTasks,
): Promise<PhoneResponse> {
  const response = await respondTo(deps, tx, message, now, tasks)
  if (response.text === null || unlimitedKinds.includes(response.answer)) return response
  // The command runs in any case, but every text costs money, so their number is limited.
  const textCount = await deps.countResponses(tx, senderOf(message), limitedKinds, hourBefore(now))
  return textCount < maxTextsPerHour ? response : { ...response, text: null }
}

async function respondTo(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  now: Date,
  { downloads, pastMatches }: InboundTasks,
): Promise<PhoneResponse> {
  const command = parseInbound(message.text, message.payload)
  const phones = await deps.findByPhone(tx, message)
  const request = { message, phones, now, pastMatches: pastMatches.result(message.wamid) }
  const word = toWord(command, message)
  const wordResponse =
    word && (await withinLimit(deps, tx, message, now, () => handleWord({ ...deps.commands, ...deps }, tx, word, request)))
  if (wordResponse) return wordResponse
  const reply = await writeReply(deps.replies, tx, message, { command, phones, now, fetched: downloads.result(message.wamid) })
  if (reply) return reply
  if (command.kind === 'code') {
    const linked = await linkPhone(deps, tx, message, command, now)
    // Two words that only look like a code.
    return linked.text === null && linked.answer === 'wrong_code' && phones.length > 0 ? explainUnsent(deps, tx, message, phones) : linked
  }
  if (command.kind === 'do' || command.kind === 'rsvp')
    return (await withinLimit(deps, tx, message, now, () => tapCommand({ ...deps.commands, ...deps }, tx, command, request))) ?? nothing
  if (command.kind === 'proposal') return tapProposal(deps.commands.filters, tx, command, { phones, now })
  if (command.kind === 'pick') return phones.length > 0 ? sendPicked(deps, tx, command, { message, phones, now }) : nothing
  const refusal = refusalOf(phones, command)
  if (refusal) return refusal
  const receiving = phones.filter(phone => phone.state !== 'stopped')
  if (command.kind === 'answer') return tapReply(deps.replies, tx, command, { phones, now })
  if (command.kind === 'acknowledge') return phones.length > 0 ? acknowledgeDelivery(deps, tx, message, command.deliveryId, now) : nothing
  if (command.kind === 'show' || command.kind === 'more') {
    if (phones.length === 0) return nothing
    if (receiving.length > 0) return showMore(deps, tx, message, command, now)
  }
  const isText = (command.kind === 'other' || command.kind === 'word') && message.payload === null
  if (isText && phones.length > 0) return explainUnsent(deps, tx, message, phones)
  return handlePhoneCommand(deps, tx, command, { ...request, receiving })
}

/** HELP that quotes an email opens the menu of that email. */
function toWord(command: InboundCommand, { about, payload }: InboundMessage): Extract<InboundCommand, { kind: 'word' }> | null {
  if (command.kind === 'word') return command
  return command.kind === 'help' && about !== null && payload === null ? { kind: 'word', command: 'menu', isSure: true } : null
}

/** Limits commands per hour; going over the limit is reported once. */
async function withinLimit(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  now: Date,
  work: () => Promise<PhoneResponse | null>,
): Promise<PhoneResponse | null> {
  const commandCount = await deps.countResponses(tx, senderOf(message), ['command', 'command_refused'], hourBefore(now))
  if (commandCount < maxCommandsPerHour) return work()
  return commandCount === maxCommandsPerHour ? respond('command_refused', 'answer.tooManyCommands') : nothing
}

/** Null when the phone has the right to its command. */
function refusalOf(phones: readonly PhoneAccess[], command: InboundCommand): PhoneResponse | null {
  const right = toCommand(command)
  const lacks = right && missingRights(phones, right)
  return lacks ? respond('refused', 'answer.refused', { lacks }) : null
}

const maxShownPerHour = 60

type Tap = Extract<InboundCommand, { kind: 'show' | 'more' }>

// Another phone's delivery is answered like an erased one, so that nobody learns whether it exists.
async function acknowledgeDelivery(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  deliveryId: string,
  now: Date,
): Promise<PhoneResponse> {
  const userId = await deps.ownerOfDelivery(tx, message, deliveryId)
  if (!userId || (await deps.acknowledge(tx, userId, deliveryId, now)) === 'gone') return erased()
  return respond('acknowledged', 'answer.acknowledged')
}

async function showMore(deps: AnswerDeps, tx: Tx, message: InboundMessage, tap: Tap, now: Date): Promise<PhoneResponse> {
  const shownCount = await deps.countResponses(tx, senderOf(message), ['shown', 'gone'], hourBefore(now))
  if (shownCount >= maxShownPerHour) return nothing
  const id = tap.kind === 'show' ? tap.deliveryId : tap.digestId
  const userId = await deps.ownerOfDelivery(tx, message, id)
  // Another phone's delivery is answered like an erased one, so that nobody learns whether it exists.
  if (!userId) return erased()
  if (tap.kind === 'show') {
    const reason = (await deps.showAgain(tx, userId, id, now)) === 'gone' ? 'gone' : null
    const email = await deps.commands.findMessage(tx, message, id)
    if (email) await deps.commands.note(tx, userId, { ...email, command: 'more', state: reason ? 'failed' : 'done', reason }, now)
    return reason ? erased() : shownResponse
  }
  const deliveryIds = await deps.digestDeliveries(tx, userId, id)
  return deliveryIds.length > tap.from ? { ...shownResponse, page: { userId, digestId: id, deliveryIds, from: tap.from } } : erased()
}

const shownResponse: PhoneResponse = { answer: 'shown', text: null }
const erased = (): PhoneResponse => respond('gone', 'answer.gone')
