// Answers what people say and tap on the phone: link codes, STOP and START, PAUSE, answers to mails and commands about them, help for the rest.
import { type Asking, lackOf } from '../core/delivery/rights.ts'
import { commandOf } from '../core/phone/command.ts'
import { type Said, saidIn } from '../core/phone/said.ts'
import { aroundOf } from './answer/around.ts'
import { type CommandParts, tapCommand } from './answer/commands.ts'
import { type Decided, inWords, nothing, type PastLook, told } from './answer/decided.ts'
import { type Errands, openErrands } from './answer/errands.ts'
import { type Fetched, type Fetches, openFetches } from './answer/fetches.ts'
import type { PastSeen } from './answer/filters/text.ts'
import { tapProposal } from './answer/proposals.ts'
import { answerMail, type ReplyParts, type Speaking, tapAnswer } from './answer/replies.ts'
import { isKept, type Saying, type SayingParts, sayOnce, sayOverdue } from './answer/sayings.ts'
import { aboutIdleWord, aboutWord } from './answer/words.ts'
import type { Tx } from './db/pool.ts'
import { Answer, senderOf } from './whatsapp/owners.ts'
import { keepSaying } from './whatsapp/sayings/queue.ts'
import type { InboundFile, InboundMessage } from './whatsapp/webhook.ts'
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

export interface AnswerParts extends SayingParts {
  claimInbound(tx: Tx, passOver: string[]): Promise<InboundMessage | null>
  settleInbound(tx: Tx, wamid: string, answer: Answer, now: Date): Promise<void>
  countAnswers(tx: Tx, sender: string, answers: Answer[], since: Date): Promise<number>
  /** Also opens the window: the message with the code is the phone's first. */
  linkByCode(tx: Tx, code: string, consent: Consent): Promise<Linked | 'wrong' | 'expired'>
  /** The destinations of a phone, with their states; none when it was never linked. */
  findByPhone(tx: Tx, sender: Sender): Promise<(Speaking & { paused_until: Date | null })[]>
  stop(tx: Tx, sender: Sender): Promise<unknown>
  /** Ends what STOP and PAUSE began. */
  start(tx: Tx, sender: Sender, at: Date): Promise<unknown>
  pause(tx: Tx, sender: Sender, until: Date, at: Date): Promise<unknown>
  /** Whose delivery it is, if it went to this phone; null for any other. */
  ownerOfDelivery(tx: Tx, sender: Sender, deliveryId: string): Promise<string | null>
  /** Sends once more and whole what a delivery named or carried; nothing while that is under way. `gone`: it is not kept any more. */
  showAgain(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'shown' | 'gone'>
  /** Notes that its person has this mail; nobody else is asked then. */
  acknowledge(tx: Tx, userId: string, deliveryId: string, now: Date): Promise<'noted' | 'gone'>
  /** The mails of a digest, in its order; none of what is no digest, or is not kept any more. */
  mailsOf(tx: Tx, userId: string, digestId: string): Promise<string[]>
  /** What its owner reads; of a phone that nobody has linked, what its country speaks. */
  languageOf(tx: Tx, sender: Sender): Promise<string>
  replies: ReplyParts
  commands: CommandParts
  /** A file that a person sent, of 18 MB at most. */
  fetchFile(file: InboundFile): Promise<Fetched>
  /** Null where it cannot be told now. */
  lookBack(look: PastLook): Promise<PastSeen | null>
}

const sweepMs = 1000
const minute = 60_000
const wrongCodesAnHour = 5
const helpsAskedADay = 5
const mostSentencesAnHour = 20
const mostShownAnHour = 60
const mostCommandsAnHour = 60
/** What is said each time: an answer that leaves must be seen, and there are few an hour. */
const freeAnswers: Answer[] = ['nothing', 'shown', 'command', 'reply_planned', 'reply_asked', 'filter_asked', 'filter_kept']
const spokenAnswers = Answer.options.filter(answer => !freeAnswers.includes(answer))
/** So many confirmations are under way at once: a flood of messages must not become a flood of requests. */
const mostSaying = 50
const hourBefore = (now: Date): Date => new Date(now.getTime() - 60 * minute)

/** Works messages off as they come: at once after `wake`, else within a second. */
export function openAnswerer(parts: AnswerParts): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let isStopping = false
  const saying = new Set<Promise<void>>()
  const errands = errandsOf(parts, () => (isStopping ? undefined : void drain()))
  const drain = (): Promise<void> => {
    running ??= answerAll(parts, saying, errands)
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
      isStopping = true
      await sweep.stop()
      await running
      await Promise.all(saying)
    },
  }
}

/** Answers every message that waits. One that cannot be answered is passed over until the next sweep. */
export async function answerAll(
  parts: AnswerParts,
  saying = new Set<Promise<void>>(),
  errands = errandsOf(parts, () => undefined),
): Promise<void> {
  const { fetches, looks } = errands
  const passOver = [...fetches.underWay(), ...looks.underWay()]
  const there = [...fetches.there(), ...looks.there()]
  for (;;) {
    const answered = await answerNext(parts, passOver, errands)
    if (!answered) break
    const said = sayOnce(parts, answered.wamid, answered.saying).finally(() => saying.delete(said))
    saying.add(said)
    if (saying.size >= mostSaying) await Promise.race(saying)
  }
  for (const one of [fetches, looks]) one.forget(there)
  await sayOverdue(parts)
}

/** What takes long: files that were sent, and looks at kept mail. */
interface AllErrands {
  fetches: Fetches
  looks: Errands<PastLook, PastSeen | null>
}

const errandsOf = ({ fetchFile, lookBack }: AnswerParts, onThere: () => void): AllErrands => ({
  fetches: openFetches(fetchFile, onThere),
  looks: openErrands(lookBack, null, onThere),
})

interface Answered {
  wamid: string
  saying: Saying
}

// The change and the mark that it was answered commit together, so that a repeat or a crash changes nothing twice.
async function answerNext(parts: AnswerParts, passOver: string[], errands: AllErrands): Promise<Answered | null> {
  let wamid: string | null = null
  try {
    const { answered, wanted } = await parts.db.transaction().execute(async tx => {
      const message = await parts.claimInbound(tx, passOver)
      if (!message) return { answered: null }
      wamid = message.wamid
      const now = parts.clock.now()
      const decided = await decide(parts, tx, message, now, errands)
      if (decided.fetch || decided.look) return { answered: null, wanted: { wamid: message.wamid, ...decided } }
      await parts.settleInbound(tx, message.wamid, decided.answer, now)
      const words = wordsOf(await parts.languageOf(tx, message))
      const { waId, waUserId } = message
      const { page, isToCome = false } = decided
      const saying = { waId, waUserId, text: inWords(words, decided), around: aroundOf(words, decided, message.wamid), page, isToCome }
      if (isKept(saying)) await keepSaying(tx, message.wamid, saying, now)
      return { answered: { wamid: message.wamid, saying } }
    })
    if (!wanted) return answered
    if (wanted.fetch) errands.fetches.begin(wanted.wamid, wanted.fetch)
    if (wanted.look) errands.looks.begin(wanted.wamid, wanted.look)
    passOver.push(wanted.wamid)
    return answerNext(parts, passOver, errands)
  } catch (error) {
    if (wamid === null) throw error
    parts.log.error({ err: error, wamid }, 'a message from a phone could not be answered')
    passOver.push(wamid)
    return answerNext(parts, passOver, errands)
  }
}

type Tap = Extract<Said, { kind: 'show' | 'more' }>
type Phones = Awaited<ReturnType<AnswerParts['findByPhone']>>

async function decide(parts: AnswerParts, tx: Tx, message: InboundMessage, now: Date, errands: AllErrands): Promise<Decided> {
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

/** Stop, start, a rest, or help. */
async function aboutPhone(
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

async function pause(parts: AnswerParts, tx: Tx, message: InboundMessage, hours: number): Promise<Decided> {
  await parts.pause(tx, message, new Date(message.at.getTime() + hours * 60 * minute), message.at)
  return told('paused', 'answer.paused', { hours, days: hours % 24 === 0 ? hours / 24 : 0 })
}

// What is another phone's is answered like what is gone, so that nobody learns whether there is such a delivery.
async function acknowledge(parts: AnswerParts, tx: Tx, message: InboundMessage, deliveryId: string, now: Date): Promise<Decided> {
  const userId = await parts.ownerOfDelivery(tx, message, deliveryId)
  if (!userId || (await parts.acknowledge(tx, userId, deliveryId, now)) === 'gone') return gone()
  return told('acknowledged', 'answer.acknowledged')
}

async function bring(parts: AnswerParts, tx: Tx, message: InboundMessage, said: Tap, now: Date): Promise<Decided> {
  const asked = await parts.countAnswers(tx, senderOf(message), ['shown', 'gone'], hourBefore(now))
  if (asked >= mostShownAnHour) return nothing
  const id = said.kind === 'show' ? said.deliveryId : said.digestId
  const userId = await parts.ownerOfDelivery(tx, message, id)
  // What is another phone's is answered like what is gone, so that nobody learns whether there is such a delivery.
  if (!userId) return gone()
  if (said.kind === 'show') {
    const reason = (await parts.showAgain(tx, userId, id, now)) === 'gone' ? 'gone' : null
    const mail = await parts.commands.mailOf(tx, message, id)
    if (mail) await parts.commands.note(tx, userId, { ...mail, command: 'more', state: reason ? 'failed' : 'done', reason }, now)
    return reason ? gone() : shown
  }
  const deliveryIds = await parts.mailsOf(tx, userId, id)
  return deliveryIds.length > said.from ? { ...shown, page: { userId, digestId: id, deliveryIds, from: said.from } } : gone()
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

const shown: Decided = { answer: 'shown', text: null }
const gone = (): Decided => told('gone', 'answer.gone')
