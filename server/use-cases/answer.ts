// The way back: reads what people write and tap on their phones, decides, and responds. One transaction per message.

import { wordsOf } from '../foundation/words.ts'
import { keepResponse } from '../whatsapp/responses-queue.ts'
import { openBackgroundTasks } from './answer/background-tasks.ts'
import { type AnswerTasks, decide } from './answer/decide.ts'
import type { AnswerDeps } from './answer/deps.ts'
import { openDownloads } from './answer/downloads.ts'
import { messageOptions } from './answer/message-options.ts'
import { responseText } from './answer/response.ts'
import { isKept, type OutboundResponse, sendOverdue, sendResponse } from './answer/responses.ts'

const sweepMs = 1000
/** So many confirmations are under way at once: a flood of messages must not become a flood of requests. */
const mostSaying = 50

/** Works messages off as they come: at once after `wake`, else within a second. */
export function openAnswerer(deps: AnswerDeps): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let isStopping = false
  const saying = new Set<Promise<void>>()
  const errands = errandsOf(deps, () => (isStopping ? undefined : void drain()))
  const drain = (): Promise<void> => {
    running ??= answerAll(deps, saying, errands)
      .catch((error: unknown) => deps.log.error({ err: error }, 'messages from phones could not be read'))
      .finally(() => {
        running = null
      })
    return running
  }
  const sweep = deps.clock.every(sweepMs, drain)
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
  deps: AnswerDeps,
  saying = new Set<Promise<void>>(),
  errands = errandsOf(deps, () => undefined),
): Promise<void> {
  const { fetches, looks } = errands
  const passOver = [...fetches.underWay(), ...looks.underWay()]
  const there = [...fetches.there(), ...looks.there()]
  for (;;) {
    const answered = await answerNext(deps, passOver, errands)
    if (!answered) break
    const said = sendResponse(deps, answered.wamid, answered.saying).finally(() => saying.delete(said))
    saying.add(said)
    if (saying.size >= mostSaying) await Promise.race(saying)
  }
  for (const one of [fetches, looks]) one.forget(there)
  await sendOverdue(deps)
}

const errandsOf = ({ fetchFile, lookBack }: AnswerDeps, onThere: () => void): AnswerTasks => ({
  fetches: openDownloads(fetchFile, onThere),
  looks: openBackgroundTasks(lookBack, null, onThere),
})

interface Answered {
  wamid: string
  saying: OutboundResponse
}

// The change and the mark that it was answered commit together, so that a repeat or a crash changes nothing twice.
async function answerNext(deps: AnswerDeps, passOver: string[], errands: AnswerTasks): Promise<Answered | null> {
  let wamid: string | null = null
  try {
    const { answered, wanted } = await deps.db.transaction().execute(async tx => {
      const message = await deps.claimInbound(tx, passOver)
      if (!message) return { answered: null }
      wamid = message.wamid
      const now = deps.clock.now()
      const decided = await decide(deps, tx, message, now, errands)
      if (decided.fetch || decided.look) return { answered: null, wanted: { wamid: message.wamid, ...decided } }
      await deps.closeInbound(tx, message.wamid, decided.answer, now)
      const words = wordsOf(await deps.languageOf(tx, message))
      const { waId, waUserId } = message
      const { page, isToCome = false } = decided
      const saying = {
        waId,
        waUserId,
        text: responseText(words, decided),
        around: messageOptions(words, decided, message.wamid),
        page,
        isToCome,
      }
      if (isKept(saying)) await keepResponse(tx, message.wamid, saying, now)
      return { answered: { wamid: message.wamid, saying } }
    })
    if (!wanted) return answered
    if (wanted.fetch) errands.fetches.begin(wanted.wamid, wanted.fetch)
    if (wanted.look) errands.looks.begin(wanted.wamid, wanted.look)
    passOver.push(wanted.wamid)
    return answerNext(deps, passOver, errands)
  } catch (error) {
    if (wamid === null) throw error
    deps.log.error({ err: error, wamid }, 'a message from a phone could not be answered')
    passOver.push(wamid)
    return answerNext(deps, passOver, errands)
  }
}
