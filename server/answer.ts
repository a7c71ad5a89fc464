// Answers what people say and tap on the phone: link codes, STOP and START, PAUSE, a mail to be shown, and a line of help for the rest.
import { type Said, saidIn } from '../core/phone/said.ts'
import type { Key } from '../core/words/rooms.ts'
import type { Clock } from './clock.ts'
import type { Db, Tx } from './db/pool.ts'
import type { Log } from './log.ts'
import { Answer, senderOf } from './whatsapp/owners.ts'
import type { InboundMessage } from './whatsapp/webhook.ts'
import { wordsOf } from './words.ts'

/** Digits of the number, the business-scoped id, or both. */
export type Sender = Pick<InboundMessage, 'waId' | 'waUserId'>

/** How a phone consented: what it sent, when, and what it called itself. */
export type Consent = Pick<InboundMessage, 'waId' | 'waUserId' | 'wamid' | 'at' | 'profileName'> & { wording: string }

/** A destination that a phone receives for. */
export interface Linked {
  userId: string
  destinationId: string
  name: string
}

export interface AnswerParts {
  db: Db
  clock: Clock
  log: Log
  claimInbound(tx: Tx, passOver: string[]): Promise<InboundMessage | null>
  settleInbound(tx: Tx, wamid: string, answer: Answer, now: Date): Promise<void>
  countAnswers(tx: Tx, sender: string, answers: Answer[], since: Date): Promise<number>
  /** Also opens the window: the message with the code is the phone's first. */
  linkByCode(tx: Tx, code: string, consent: Consent): Promise<Linked | 'wrong' | 'expired'>
  /** The destinations of a phone, with their states; none when it was never linked. */
  findByPhone(tx: Tx, sender: Sender): Promise<{ state: string; paused_until: Date | null }[]>
  stop(tx: Tx, sender: Sender): Promise<unknown>
  /** Ends what STOP and PAUSE began. */
  start(tx: Tx, sender: Sender, at: Date): Promise<unknown>
  pause(tx: Tx, sender: Sender, until: Date, at: Date): Promise<unknown>
  /** Whose delivery it is, if it went to this phone; null for any other. */
  ownerOfDelivery(tx: Tx, sender: Sender, deliveryId: string): Promise<string | null>
  /** Sends once more and whole what a delivery named or carried; nothing while that is under way. `gone`: it is not kept any more. */
  showAgain(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** Shows who wrote that it was read and, with `typing`, that an answer is to come. */
  read(wamid: string, typing: boolean): Promise<unknown>
  say(to: Sender, text: string): Promise<unknown>
}

const sweepMs = 1000
const minute = 60_000
const wrongCodesAnHour = 5
const helpsAskedADay = 5
const mostSentencesAnHour = 20
const mostShownAnHour = 60
const spokenAnswers = Answer.options.filter(answer => answer !== 'nothing' && answer !== 'shown')
/** So many confirmations are under way at once: a flood of messages must not become a flood of requests. */
const mostSaying = 50
const hourBefore = (now: Date): Date => new Date(now.getTime() - 60 * minute)

/** Works messages off as they come: at once after `wake`, else within a second. */
export function openAnswerer(parts: AnswerParts): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  const saying = new Set<Promise<void>>()
  const drain = (): Promise<void> => {
    running ??= answerAll(parts, saying)
      .catch((error: unknown) => parts.log.error({ err: error }, 'messages from phones could not be read'))
      .finally(() => {
        running = null
      })
    return running
  }
  const sweep = parts.clock.every(sweepMs, drain)
  return {
    wake: () => void drain(),
    stop: async () => {
      await sweep.stop()
      await running
      await Promise.all(saying)
    },
  }
}

/** Answers every message that waits. One that cannot be answered is passed over until the next sweep. */
export async function answerAll(parts: AnswerParts, saying = new Set<Promise<void>>()): Promise<void> {
  const passOver: string[] = []
  for (;;) {
    const answered = await answerNext(parts, passOver)
    if (!answered) return
    const said = confirm(parts, answered).finally(() => saying.delete(said))
    saying.add(said)
    if (saying.size >= mostSaying) await Promise.race(saying)
  }
}

interface Answered {
  message: InboundMessage
  text: string | null
}

// The change and the mark that it was answered commit together, so that a repeat or a crash changes nothing twice.
async function answerNext(parts: AnswerParts, passOver: string[]): Promise<Answered | null> {
  let wamid: string | null = null
  try {
    return await parts.db.transaction().execute(async tx => {
      const message = await parts.claimInbound(tx, passOver)
      if (!message) return null
      wamid = message.wamid
      const now = parts.clock.now()
      const { answer, text } = await decide(parts, tx, message, now)
      await parts.settleInbound(tx, message.wamid, answer, now)
      return { message, text }
    })
  } catch (error) {
    if (wamid === null) throw error
    parts.log.error({ err: error, wamid }, 'a message from a phone could not be answered')
    passOver.push(wamid)
    return answerNext(parts, passOver)
  }
}

// After the commit and at best: a confirmation that is lost changes nothing.
async function confirm({ read, say, log }: AnswerParts, { message, text }: Answered): Promise<void> {
  try {
    await read(message.wamid, text !== null)
    if (text !== null) await say(message, text)
  } catch (error) {
    log.warn({ err: error }, 'a confirmation could not be sent')
  }
}

interface Decided {
  answer: Answer
  text: string | null
}

async function decide(parts: AnswerParts, tx: Tx, message: InboundMessage, now: Date): Promise<Decided> {
  const decided = await carryOut(parts, tx, message, now)
  if (decided.text === null) return decided
  // What was asked is done all the same, but each sentence costs: nobody makes us say too many.
  const spoken = await parts.countAnswers(tx, senderOf(message), spokenAnswers, hourBefore(now))
  return spoken < mostSentencesAnHour ? decided : { ...decided, text: null }
}

async function carryOut(parts: AnswerParts, tx: Tx, message: InboundMessage, now: Date): Promise<Decided> {
  const said = saidIn(message.text, message.payload)
  if (said.kind === 'code') return link(parts, tx, message, said, now)
  const phones = await parts.findByPhone(tx, message)
  const receiving = phones.filter(phone => phone.state !== 'stopped')
  if (said.kind === 'show' && (phones.length === 0 || receiving.length > 0)) return show(parts, tx, message, said.deliveryId, now)
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
  return help(parts, tx, message, phones.length > 0, said.kind === 'help' ? helpsAskedADay : 1, now)
}

async function pause(parts: AnswerParts, tx: Tx, message: InboundMessage, hours: number): Promise<Decided> {
  await parts.pause(tx, message, new Date(message.at.getTime() + hours * 60 * minute), message.at)
  return told('paused', 'answer.paused', { hours, days: hours % 24 === 0 ? hours / 24 : 0 })
}

// An id that is not of this phone is answered with nothing, so that nobody learns whether there is such a delivery.
async function show(parts: AnswerParts, tx: Tx, message: InboundMessage, deliveryId: string, now: Date): Promise<Decided> {
  const userId = await parts.ownerOfDelivery(tx, message, deliveryId)
  if (!userId) return nothing
  if ((await parts.countAnswers(tx, senderOf(message), ['shown', 'gone'], hourBefore(now))) >= mostShownAnHour) return nothing
  const shown = await parts.showAgain(tx, userId, deliveryId, now)
  return shown === 'gone' ? told('gone', 'answer.gone') : { answer: 'shown', text: null }
}

async function link(parts: AnswerParts, tx: Tx, message: InboundMessage, said: Said & { kind: 'code' }, now: Date): Promise<Decided> {
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

const nothing: Decided = { answer: 'nothing', text: null }

const told = (answer: Answer, key: Key<'phone'>, values: Record<string, string | number> = {}): Decided => ({
  answer,
  text: wordsOf().of('phone')(key, values),
})
