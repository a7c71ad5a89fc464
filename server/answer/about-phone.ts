// What a phone asks for itself: to be linked, to stop, start or rest, or help.
import type { Said } from '../../core/phone/said.ts'
import type { Tx } from '../db/pool.ts'
import { type Answer, senderOf } from '../whatsapp/owners.ts'
import type { InboundMessage } from '../whatsapp/webhook.ts'
import { type Decided, nothing, told } from './decided.ts'
import { type AnswerParts, hourBefore, minute, type Phones } from './parts.ts'
import { aboutIdleWord } from './words.ts'

const wrongCodesAnHour = 5
const helpsAskedADay = 5

/** Stop, start, a rest, or help. */
export async function aboutPhone(
  parts: AnswerParts,
  tx: Tx,
  said: Said,
  asked: { message: InboundMessage; phones: Phones; receiving: Phones; now: Date },
): Promise<Decided> {
  const { message, phones, receiving, now } = asked
  if (said.kind === 'stop') {
    // STOP is confirmed once: said again, or by a phone that gets nothing, it needs no answer.
    if (receiving.length === 0) return nothing
    await parts.stop(tx, message)
    return told('stopped', 'answer.stopped')
  }
  const isPaused = receiving.some(phone => phone.paused_until && phone.paused_until > message.at)
  if (said.kind === 'start' && (receiving.length < phones.length || isPaused)) {
    await parts.start(tx, message, message.at)
    return receiving.length < phones.length ? told('started', 'answer.started') : told('resumed', 'answer.resumed')
  }
  if (said.kind === 'pause' && receiving.length > 0) return pause(parts, tx, message, said.hours)
  const idle = said.kind === 'start' && message.payload === null && (await aboutIdleWord({ ...parts.commands, ...parts }, tx, asked))
  return idle || help(parts, tx, message, phones.length > 0, said.kind === 'help' ? helpsAskedADay : 1, now)
}

async function pause(parts: AnswerParts, tx: Tx, message: InboundMessage, hours: number): Promise<Decided> {
  await parts.pause(tx, message, new Date(message.at.getTime() + hours * 60 * minute), message.at)
  return told('paused', 'answer.paused', { hours, days: hours % 24 === 0 ? hours / 24 : 0 })
}

export async function link(
  parts: AnswerParts,
  tx: Tx,
  message: InboundMessage,
  said: Said & { kind: 'code' },
  now: Date,
): Promise<Decided> {
  const { waId, waUserId, wamid, at, profileName } = message
  const count = (answer: Answer) => parts.countAnswers(tx, senderOf(message), [answer], hourBefore(now))
  if ((await count('wrong_code')) >= wrongCodesAnHour)
    return (await count('too_many_codes')) === 0 ? told('too_many_codes', 'answer.tooManyCodes') : nothing
  const linked = await parts.linkByCode(tx, said.code, { waId, waUserId, wamid, wording: message.text, at, profileName })
  if (linked === 'expired') return told('expired_code', 'answer.expiredCode')
  if (linked !== 'wrong') return told('linked', 'answer.linked', { name: linked.name })
  return said.isSure ? told('wrong_code', 'answer.wrongCode') : { answer: 'wrong_code', text: null }
}

async function help(parts: AnswerParts, tx: Tx, message: InboundMessage, isLinked: boolean, mostADay: number, now: Date): Promise<Decided> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * minute)
  const answer = isLinked ? 'help' : 'not_linked'
  if ((await parts.countAnswers(tx, senderOf(message), [answer], dayAgo)) >= mostADay) return nothing
  return told(answer, answer === 'help' ? 'answer.help' : 'answer.notLinked')
}
