// Carries out commands about a message: reads its state, shows it again, sends its files, explains why it was forwarded.

import { isWindowOpen } from '../../../core/delivery/window.ts'
import { isUnrestricted } from '../../../core/filters/privacy.ts'
import { decideFileOutcomes, type FileOutcome } from '../../../core/message/attachments.ts'
import { summarizeWhy } from '../../../core/phone/why.ts'
import { readReader } from '../../account/settings/store.ts'
import { type RequestedFile, sendAgainLater, sendFiles } from '../../delivery/commands/queue.ts'
import { listSentFiles, readDeliveredEmail, recordCommand } from '../../delivery/commands/store.ts'
import { ownerOfDelivery } from '../../delivery/owners.ts'
import { getDestination } from '../../delivery/store.ts'
import { readExplanations } from '../../filters/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { loadWords } from '../../foundation/words.ts'
import { readMailboxState, requestAction } from '../../mail/actions/store.ts'
import { neutral, oneLine } from '../../whatsapp/markup.ts'
import { renderFiles } from '../../whatsapp/render/files.ts'
import { sendText } from '../../whatsapp/send.ts'
import type { MessageOnPhone } from './command-result.ts'
import { type CommandDeps, finishedResponse } from './commands.ts'
import type { FinishedCommand } from './commands-owners.ts'
import type { AnswerContext } from './context.ts'
import { mutedChecker, phoneFilters } from './filter-effects.ts'
import { openFinishedCommands } from './finished-commands.ts'
import { messageOptions } from './message-options.ts'
import { type ResponseText, responseText } from './response.ts'
import { showAgainIfKept } from './show-again.ts'

export function phoneCommands(context: AnswerContext): CommandDeps {
  const isMuted = mutedChecker(context)
  return {
    async findMessage(tx, message, deliveryId) {
      const userId = await ownerOfDelivery(tx, message, deliveryId)
      const email = userId && (await readDeliveredEmail(tx, userId, deliveryId))
      return email ? { userId, deliveryId, wamid: message.wamid, ...email } : null
    },
    async menuContext(tx, email, now) {
      const view = await context.contentOf(tx).view(email.userId, email.messageId)
      if (!view) return null
      const { sendable, unsendable } = await missingFiles(context, tx, email, now)
      const inMailbox = await readMailboxState(tx, email.userId, email.messageId)
      const muted = await isMuted(tx, email)
      return { ...inMailbox, hasFiles: sendable.length + unsendable.length > 0, hasSender: muted !== null, isMuted: muted ?? false }
    },
    note: recordCommand,
    async requestAction(tx, { userId, messageId, destinationId, wamid }, kind, now) {
      const requested = await requestAction(tx, userId, { messageId, kind, destinationId, wamid }, now)
      return requested.kind === 'refused' ? null : requested.actionId
    },
    show: showAgainIfKept,
    sendAgainLater,
    async sendFiles(tx, email, now) {
      const { sendable, unsendable, left } = await missingFiles(context, tx, email, now)
      await sendFiles(tx, email.userId, email.deliveryId, sendable, now)
      const { language } = await readReader(tx, email.userId)
      const unsendableText = renderFiles(loadWords(language), { items: [], left }, unsendable, () => '')
      return unsendableText === null && sendable.length === 0 ? 'none' : { rest: unsendableText }
    },
    async formatHour(tx, userId, at) {
      const { language, timeZone } = await readReader(tx, userId)
      return new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(at)
    },
    why: (tx, email) => why(context, tx, email),
    ...phoneFilters(context),
  }
}

/** The files of an email that its phone lacks: those that can be sent now, and why each of the others cannot. */
async function missingFiles(
  { graph, contentOf }: AnswerContext,
  tx: Tx,
  { userId, messageId, destinationId, deliveryId }: MessageOnPhone,
  now: Date,
): Promise<{ sendable: RequestedFile[]; unsendable: FileOutcome[]; left: number }> {
  const content = contentOf(tx)
  const files = (await content.view(userId, messageId))?.files
  const [privacy] = await content.privacy(userId, [deliveryId])
  if (!files || !privacy) return { sendable: [], unsendable: [], left: 0 }
  const storedFiles = await content.files(userId, { deliveryId, messageId, now })
  const selected = isUnrestricted(privacy) ? storedFiles.forwarded : null
  const sentBefore = await listSentFiles(tx, userId, messageId, destinationId)
  const outcomes = decideFileOutcomes(files, { selected, stored: storedFiles.stored, maxBytes: graph.limits.documentBytes }).filter(
    outcome => !sentBefore.has(outcome.n),
  )
  const sendable = outcomes.flatMap(({ n, fate }) => (canSend(fate) ? [{ part: n, asLink: isSentAsLink(fate) }] : []))
  return { sendable: sendable.slice(0, maxFiles), unsendable: outcomes.filter(({ fate }) => !canSend(fate)), left: files.left }
}

/** More at once would occupy the phone's lane for minutes. */
const maxFiles = 20
const isSentAsLink = (fate: FileOutcome['fate']): boolean => fate === 'too_large' || fate === 'link_only'
const canSend = (fate: FileOutcome['fate']): boolean => fate === 'sent' || fate === 'too_many' || isSentAsLink(fate)

/** Quotes words of the email only where its filter lets this phone see them. */
async function why(
  { keys, contentOf }: AnswerContext,
  tx: Tx,
  { userId, messageId, deliveryId, filterId }: MessageOnPhone,
): Promise<ResponseText[] | null> {
  const explanations = await readExplanations(tx, userId, await keys.contentKeyOf(tx, userId), messageId)
  const reasons = explanations && summarizeWhy(explanations, filterId)
  if (!reasons) return null
  const [privacy] = await contentOf(tx).privacy(userId, [deliveryId])
  const mayQuote = privacy !== undefined && isUnrestricted(privacy)
  const name = neutral(oneLine(reasons.filterName, maxNameLength))
  const details = reasons.saw.map(({ field, words }): ResponseText => {
    const quoted = mayQuote ? words.map(word => `“${neutral(oneLine(word, maxNameLength))}”`).join(', ') : ''
    return { catalog: 'phone', key: 'why.saw', values: { field, words: quoted || 'none' } }
  })
  const lines: ResponseText[] = reasons.isProven && details.length === 0 ? [{ catalog: 'phone', key: 'why.all', values: {} }] : details
  return [{ catalog: 'phone', key: reasons.isProven ? 'why.filter' : 'why.safe', values: { name } }, ...lines]
}

const maxNameLength = 80

/** Reports to phones how their mailbox commands ended, until stopped. */
export const startFinishedCommands = (context: AnswerContext): ReturnType<typeof openFinishedCommands> =>
  openFinishedCommands({ db: context.db, clock: context.clock, log: context.log, report: finished => reportCommand(context, finished) })

/** When we may not write to the phone, only the dashboard shows the result. */
async function reportCommand(context: AnswerContext, finished: FinishedCommand): Promise<void> {
  const { db, graph, clock } = context
  const { userId, destinationId, deliveryId, wamid, command, reason } = finished
  const phone = await getDestination(db, userId, destinationId)
  if (phone?.state !== 'linked' || !isWindowOpen(phone.last_inbound_at, clock.now())) return
  if (command !== 'archive' && command !== 'unarchive' && command !== 'read') return
  const words = loadWords((await readReader(db, userId)).language)
  const response = finishedResponse(command, reason, deliveryId)
  const text = responseText(words, response)
  const options = messageOptions(words, { ...response, quotes: wamid }, wamid)
  if (text !== null) await context.inPace(() => sendText(graph, { waId: phone.wa_id, waUserId: phone.wa_user_id }, text, options))
}
