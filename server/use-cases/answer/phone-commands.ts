// Commands about the phone itself: link, stop, start, pause, help.
import type { InboundCommand } from '../../../core/phone/inbound.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { type ResponseKind, senderOf } from '../../whatsapp/inbound-owners.ts'
import type { InboundMessage } from '../../whatsapp/webhook.ts'
import { aboutIdleWord } from './ambiguous-words.ts'
import { type AnswerDeps, hourBefore, minute, type Phones } from './deps.ts'
import { nothing, type PhoneResponse, respond } from './response.ts'

const wrongCodesAnHour = 5
const helpsAskedADay = 5

/** Stop, start, a rest, or help. */
export async function aboutPhone(
  deps: AnswerDeps,
  tx: Tx,
  said: InboundCommand,
  asked: { message: InboundMessage; phones: Phones; receiving: Phones; now: Date },
): Promise<PhoneResponse> {
  const { message, phones, receiving, now } = asked
  if (said.kind === 'stop') {
    // STOP is confirmed once: said again, or by a phone that gets nothing, it needs no answer.
    if (receiving.length === 0) return nothing
    await deps.stop(tx, message)
    return respond('stopped', 'answer.stopped')
  }
  const isPaused = receiving.some(phone => phone.paused_until && phone.paused_until > message.at)
  if (said.kind === 'start' && (receiving.length < phones.length || isPaused)) {
    await deps.start(tx, message, message.at)
    return receiving.length < phones.length ? respond('started', 'answer.started') : respond('resumed', 'answer.resumed')
  }
  if (said.kind === 'pause' && receiving.length > 0) return pause(deps, tx, message, said.hours)
  const idle = said.kind === 'start' && message.payload === null && (await aboutIdleWord({ ...deps.commands, ...deps }, tx, asked))
  return idle || help(deps, tx, message, phones.length > 0, said.kind === 'help' ? helpsAskedADay : 1, now)
}

async function pause(deps: AnswerDeps, tx: Tx, message: InboundMessage, hours: number): Promise<PhoneResponse> {
  await deps.pause(tx, message, new Date(message.at.getTime() + hours * 60 * minute), message.at)
  return respond('paused', 'answer.paused', { hours, days: hours % 24 === 0 ? hours / 24 : 0 })
}

export async function link(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  said: InboundCommand & { kind: 'code' },
  now: Date,
): Promise<PhoneResponse> {
  const { waId, waUserId, wamid, at, profileName } = message
  const count = (answer: ResponseKind) => deps.countResponses(tx, senderOf(message), [answer], hourBefore(now))
  if ((await count('wrong_code')) >= wrongCodesAnHour)
    return (await count('too_many_codes')) === 0 ? respond('too_many_codes', 'answer.tooManyCodes') : nothing
  const linked = await deps.linkByCode(tx, said.code, { waId, waUserId, wamid, wording: message.text, at, profileName })
  if (linked === 'expired') return respond('expired_code', 'answer.expiredCode')
  if (linked !== 'wrong') return respond('linked', 'answer.linked', { name: linked.name })
  return said.isSure ? respond('wrong_code', 'answer.wrongCode') : { answer: 'wrong_code', text: null }
}

async function help(
  deps: AnswerDeps,
  tx: Tx,
  message: InboundMessage,
  isLinked: boolean,
  mostADay: number,
  now: Date,
): Promise<PhoneResponse> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * minute)
  const answer = isLinked ? 'help' : 'not_linked'
  if ((await deps.countResponses(tx, senderOf(message), [answer], dayAgo)) >= mostADay) return nothing
  return respond(answer, answer === 'help' ? 'answer.help' : 'answer.notLinked')
}
