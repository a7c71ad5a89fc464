// Handles commands about the phone itself: link, stop, start, pause, help.
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { type ResponseKind, senderOf } from '../../whatsapp/inbound-owners.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { handleIdleWord } from './ambiguous-words.ts'
import { type AnswerDeps, hourBefore, minute, type Phones } from './deps.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

const maxWrongCodesPerHour = 5
const maxHelpsPerDay = 5

/** Handles STOP, START, PAUSE and HELP. */
export async function handlePhoneCommand(
  deps: AnswerDeps,
  tx: Tx,
  command: InboundCommand,
  request: { message: InboundMessage; phones: Phones; receiving: Phones; now: Date },
): Promise<PhoneResponse> {
  const { message, phones, receiving, now } = request
  if (command.kind === 'stop') {
    // STOP is confirmed once; repeated, or from a phone that receives nothing, it needs no answer.
    if (receiving.length === 0) return nothing
    await deps.stop(tx, message)
    return respond('stopped', 'answer.stopped')
  }
  const isPaused = receiving.some(phone => phone.paused_until && phone.paused_until > message.at)
  if (command.kind === 'start' && (receiving.length < phones.length || isPaused)) {
    await deps.start(tx, message, message.at)
    return receiving.length < phones.length ? respond('started', 'answer.started') : respond('resumed', 'answer.resumed')
  }
  if (command.kind === 'pause' && receiving.length > 0) return pause(deps, tx, message, command.hours)
  const idleResponse =
    command.kind === 'start' && message.payload === null && (await handleIdleWord({ ...deps.commands, ...deps }, tx, request))
  return idleResponse || help(deps, tx, message, phones.length > 0, command.kind === 'help' ? maxHelpsPerDay : 1, now)
}

async function pause(deps: AnswerDeps, tx: Tx, message: InboundMessage, hours: number): Promise<PhoneResponse> {
  await deps.pause(tx, message, new Date(message.at.getTime() + hours * 60 * minute), message.at)
  return respond('paused', 'answer.paused', { hours, days: hours % 24 === 0 ? hours / 24 : 0 })
}

export async function linkPhone(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  command: InboundCommand & { kind: 'code' },
  now: Date,
): Promise<PhoneResponse> {
  const { waId, waUserId, wamid, at, profileName } = message
  const count = (answer: ResponseKind) => deps.countResponses(tx, senderOf(message), [answer], hourBefore(now))
  if ((await count('wrong_code')) >= maxWrongCodesPerHour)
    return (await count('too_many_codes')) === 0 ? respond('too_many_codes', 'answer.tooManyCodes') : nothing
  const linked = await deps.linkByCode(tx, command.code, { waId, waUserId, wamid, wording: message.text, at, profileName })
  if (linked === 'expired') return respond('expired_code', 'answer.expiredCode')
  if (linked !== 'wrong') return respond('linked', 'answer.linked', { name: linked.name })
  return command.isSure ? respond('wrong_code', 'answer.wrongCode') : { answer: 'wrong_code', text: null }
}

async function help(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  isLinked: boolean,
  maxPerDay: number,
  now: Date,
): Promise<PhoneResponse> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * minute)
  const answer = isLinked ? 'help' : 'not_linked'
  if ((await deps.countResponses(tx, senderOf(message), [answer], dayAgo)) >= maxPerDay) return nothing
  return respond(answer, answer === 'help' ? 'answer.help' : 'answer.notLinked')
}
