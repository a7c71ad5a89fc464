// The way back: reads what people write and tap on their phones, decides and responds, in one transaction per message.

import { parseInbound } from '../../core/phone/inbound.ts'
import { loadWords } from '../foundation/words.ts'
import { type ClaimedInbound, parseStoredInbound } from '../whatsapp/inbound-owners.ts'
import { saveResponse } from '../whatsapp/responses-queue.ts'
import { openBackgroundTasks } from './answer/background-tasks.ts'
import { decideResponse, type InboundTasks } from './answer/decide.ts'
import type { AnswerDeps } from './answer/deps.ts'
import { openDownloads } from './answer/downloads.ts'
import { recordFailure } from './answer/failed-messages.ts'
import { messageOptions } from './answer/message-options.ts'
import { responseText } from './answer/response.ts'
import { hasContent, type OutboundResponse, sendOverdue, sendResponse } from './answer/responses.ts'

const sweepMs = 1000
/** The most responses being sent at once: a flood of messages must not become a flood of requests. */
const maxSending = 50

/** Answers messages as they arrive: at once after `wake`, otherwise within a second. */
export function openAnswerer(deps: AnswerDeps): { wake(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null
  let resending: Promise<void> | null = null
  let isStopping = false
  const sending = new Set<Promise<void>>()
  const tasks = openTasks(deps, () => (isStopping ? undefined : void drain()))
  const drain = (): Promise<void> => {
    running ??= answerAll(deps, sending, tasks)
      .catch((error: unknown) => deps.log.error({ err: error }, 'messages from phones could not be read'))
      .finally(() => {
        running = null
      })
    return running
  }
  // Beside the answers: while WhatsApp is in trouble, responses take long, and a STOP must not wait for them.
  const resend = (): void => {
    resending ??= sendOverdue(deps)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'overdue responses to phones could not be read'))
      .finally(() => {
        resending = null
      })
  }
  const sweep = deps.clock.every(sweepMs, () => {
    resend()
    return drain()
  })
  return {
    wake: () => void drain(),
    stop: async () => {
      isStopping = true
      await sweep.stop()
      await running
      await resending
      await Promise.all(sending)
    },
  }
}

/** Answers every waiting message. One that cannot be answered is tried again later, and set aside after a few tries. */
export async function answerAll(
  deps: AnswerDeps,
  sending = new Set<Promise<void>>(),
  tasks = openTasks(deps, () => undefined),
): Promise<void> {
  const { downloads, pastMatches } = tasks
  const skipped = [...downloads.running(), ...pastMatches.running()]
  const finished = [...downloads.finished(), ...pastMatches.finished()]
  for (;;) {
    const answered = await answerNext(deps, skipped, tasks)
    if (!answered) break
    const sent = sendResponse(deps, answered.wamid, answered.response).finally(() => sending.delete(sent))
    sending.add(sent)
    if (sending.size >= maxSending) await Promise.race(sending)
  }
  for (const runner of [downloads, pastMatches]) runner.forget(finished)
}

const openTasks = ({ fetchFile, findPastMatches }: AnswerDeps, onFinished: () => void): InboundTasks => ({
  downloads: openDownloads(fetchFile, onFinished),
  pastMatches: openBackgroundTasks(findPastMatches, null, onFinished),
})

interface Answered {
  wamid: string
  response: OutboundResponse
}

// The change and the "answered" mark commit together, so that a duplicate or a crash changes nothing twice.
async function answerNext(deps: AnswerDeps, skipped: string[], tasks: InboundTasks): Promise<Answered | null> {
  // Told apart from what the transaction returns: it is known even when that throws.
  const tried: { claimed: ClaimedInbound | null } = { claimed: null }
  try {
    const { answered, needed } = await deps.db.transaction().execute(async tx => {
      const now = deps.clock.now()
      const claimed = await deps.claimInbound(tx, skipped, now)
      if (!claimed) return { answered: null }
      tried.claimed = claimed
      const message = parseStoredInbound(claimed)
      if (claimed.isUrgent) await deps.closeOvertaken(tx, claimed, parseInbound(message.text, message.payload).kind === 'stop', now)
      const response = await decideResponse(deps, tx, message, now, tasks)
      if (response.fetch || response.search) return { answered: null, needed: { wamid: message.wamid, ...response } }
      await deps.closeInbound(tx, message.wamid, response.answer, now, response.keepsText ? message.text : undefined)
      const words = loadWords(await deps.languageOf(tx, message))
      const { waId, waUserId } = message
      const { page, isToCome = false } = response
      const outbound = {
        waId,
        waUserId,
        text: responseText(words, response),
        around: messageOptions(words, response, message.wamid),
        page,
        isToCome,
      }
      if (hasContent(outbound)) await saveResponse(tx, message.wamid, outbound, now)
      return { answered: { wamid: message.wamid, response: outbound } }
    })
    if (!needed) return answered
    if (needed.fetch) tasks.downloads.begin(needed.wamid, needed.fetch)
    if (needed.search) tasks.pastMatches.begin(needed.wamid, needed.search)
    skipped.push(needed.wamid)
    return answerNext(deps, skipped, tasks)
  } catch (error) {
    if (tried.claimed === null) throw error
    skipped.push(tried.claimed.wamid)
    await recordFailure(deps, tried.claimed, error)
    return answerNext(deps, skipped, tasks)
  }
}
