// Answers what people say and tap on the phone: takes one message after the other, and says what was decided.
import { aroundOf } from './answer/around.ts'
import { type AllErrands, decide } from './answer/carry-out.ts'
import { inWords } from './answer/decided.ts'
import { openErrands } from './answer/errands.ts'
import { openFetches } from './answer/fetches.ts'
import type { AnswerParts } from './answer/parts.ts'
import { isKept, type Saying, sayOnce, sayOverdue } from './answer/sayings.ts'
import { keepSaying } from './whatsapp/sayings/queue.ts'
import { wordsOf } from './words.ts'

const sweepMs = 1000
/** So many confirmations are under way at once: a flood of messages must not become a flood of requests. */
const mostSaying = 50

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
