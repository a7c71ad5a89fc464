// Answers what people say on the phone: link codes, STOP and START, and a line of help for the rest.
import { type Said, saidIn } from '../core/phone/said.ts'
import type { Key } from '../core/words/rooms.ts'
import type { Clock } from './clock.ts'
import type { Db, Tx } from './db/pool.ts'
import type { Log } from './log.ts'
import { type Answer, senderOf } from './whatsapp/owners.ts'
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
  countAnswers(tx: Tx, sender: string, answer: Answer, since: Date): Promise<number>
  /** Also opens the window: the message with the code is the phone's first. */
  linkByCode(tx: Tx, code: string, consent: Consent): Promise<Linked | 'wrong' | 'expired'>
  /** The destinations of a phone, with their states; none when it was never linked. */
  findByPhone(tx: Tx, sender: Sender): Promise<{ state: string }[]>
  stop(tx: Tx, sender: Sender): Promise<unknown>
  start(tx: Tx, sender: Sender, at: Date): Promise<unknown>
  say(to: Sender, text: string): Promise<unknown>
}

const sweepMs = 1000
const minute = 60_000
const wrongCodesAnHour = 5

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
    if (!answered.text) continue
    const said = confirm(parts, answered.message, answered.text)
    saying.add(said)
    void said.finally(() => saying.delete(said))
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
async function confirm({ say, log }: AnswerParts, to: Sender, text: string): Promise<void> {
  try {
    await say(to, text)
  } catch (error) {
    log.warn({ err: error }, 'a confirmation could not be sent')
  }
}

interface Decided {
  answer: Answer
  text: string | null
}

async function decide(parts: AnswerParts, tx: Tx, message: InboundMessage, now: Date): Promise<Decided> {
  const said = saidIn(message.text, message.payload)
  if (said.kind === 'code') return link(parts, tx, message, said, now)
  const states = (await parts.findByPhone(tx, message)).map(destination => destination.state)
  if (said.kind === 'stop') {
    // STOP is confirmed once: said again, or by a phone that gets nothing, it needs no answer.
    if (states.every(state => state === 'stopped')) return nothing
    await parts.stop(tx, message)
    return told('stopped', 'answer.stopped')
  }
  if (said.kind === 'start' && states.includes('stopped')) {
    await parts.start(tx, message, message.at)
    return told('started', 'answer.started')
  }
  return help(parts, tx, message, states.length > 0, now)
}

async function link(parts: AnswerParts, tx: Tx, message: InboundMessage, said: Said & { kind: 'code' }, now: Date): Promise<Decided> {
  const { waId, waUserId, wamid, at, profileName } = message
  const hourAgo = new Date(now.getTime() - 60 * minute)
  const count = (answer: Answer) => parts.countAnswers(tx, senderOf(message), answer, hourAgo)
  if ((await count('wrong_code')) >= wrongCodesAnHour)
    return (await count('too_many_codes')) === 0 ? told('too_many_codes', 'answer.tooManyCodes') : nothing
  const linked = await parts.linkByCode(tx, said.code, { waId, waUserId, wamid, wording: message.text, at, profileName })
  if (linked === 'expired') return told('expired_code', 'answer.expiredCode')
  if (linked !== 'wrong') return told('linked', 'answer.linked', { name: linked.name })
  return said.isSure ? told('wrong_code', 'answer.wrongCode') : { answer: 'wrong_code', text: null }
}

async function help(parts: AnswerParts, tx: Tx, message: InboundMessage, isLinked: boolean, now: Date): Promise<Decided> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * minute)
  const answer = isLinked ? 'help' : 'not_linked'
  if ((await parts.countAnswers(tx, senderOf(message), answer, dayAgo)) > 0) return nothing
  return told(answer, answer === 'help' ? 'answer.help' : 'answer.notLinked')
}

const nothing: Decided = { answer: 'nothing', text: null }

const told = (answer: Answer, key: Key<'phone'>, values: Record<string, string> = {}): Decided => ({
  answer,
  text: wordsOf().of('phone')(key, values),
})
