// Carries out commands about a message: reads its state, shows it again, brings its files, explains why it came.

import { isOpen } from '../../../core/delivery/window.ts'
import { isOpen as isShownWhole } from '../../../core/filters/privacy.ts'
import { type FileOutcome, fatesOf } from '../../../core/message/attachments.ts'
import { whyOf } from '../../../core/phone/why.ts'
import { readerOf } from '../../account/settings/store.ts'
import { bringAgain, bringFiles, type FileWanted } from '../../delivery/commands/queue.ts'
import { filesHad, noteCommand, readDelivered } from '../../delivery/commands/store.ts'
import { ownerOfDelivery } from '../../delivery/owners.ts'
import { getDestination } from '../../delivery/store.ts'
import { readExplanations } from '../../filters/store.ts'
import type { Tx } from '../../foundation/db/pool.ts'
import { wordsOf } from '../../foundation/words.ts'
import { readMailboxState, requestAction } from '../../mail/actions/store.ts'
import { neutral, oneLine } from '../../whatsapp/markup.ts'
import { textOfFiles } from '../../whatsapp/render/files.ts'
import { sendText } from '../../whatsapp/send.ts'
import type { MessageOnPhone } from './command-result.ts'
import { type CommandDeps, finishedResponse } from './commands.ts'
import type { FinishedCommand } from './commands-owners.ts'
import type { AnswerContext } from './context.ts'
import { mutedOf, phoneFilters } from './filter-effects.ts'
import { openFinishedCommands } from './finished-commands.ts'
import { messageOptions } from './message-options.ts'
import { type ResponseText, responseText } from './response.ts'
import { showAgainIfKept } from './show-again.ts'

export function phoneCommands(context: AnswerContext): CommandDeps {
  const isMuted = mutedOf(context)
  return {
    async mailOf(tx, message, deliveryId) {
      const userId = await ownerOfDelivery(tx, message, deliveryId)
      const mail = userId && (await readDelivered(tx, userId, deliveryId))
      return mail ? { userId, deliveryId, wamid: message.wamid, ...mail } : null
    },
    async standing(tx, mail, now) {
      const view = await context.contentOf(tx).view(mail.userId, mail.messageId)
      if (!view) return null
      const { wanted, rest } = await filesLeft(context, tx, mail, now)
      const inMailbox = await readMailboxState(tx, mail.userId, mail.messageId)
      const muted = await isMuted(tx, mail)
      return { ...inMailbox, hasFiles: wanted.length + rest.length > 0, hasSender: muted !== null, isMuted: muted ?? false }
    },
    note: noteCommand,
    async act(tx, { userId, messageId, destinationId, wamid }, kind, now) {
      const asked = await requestAction(tx, userId, { messageId, kind, destinationId, wamid }, now)
      return asked.kind === 'refused' ? null : asked.actionId
    },
    show: showAgainIfKept,
    bringAgain,
    async bringFiles(tx, mail, now) {
      const { wanted, rest, left } = await filesLeft(context, tx, mail, now)
      await bringFiles(tx, mail.userId, mail.deliveryId, wanted, now)
      const { language } = await readerOf(tx, mail.userId)
      const said = textOfFiles(wordsOf(language), { items: [], left }, rest, () => '')
      return said === null && wanted.length === 0 ? 'none' : { rest: said }
    },
    async hourOf(tx, userId, at) {
      const { language, timeZone } = await readerOf(tx, userId)
      return new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(at)
    },
    why: (tx, mail) => why(context, tx, mail),
    ...phoneFilters(context),
  }
}

/** The files of a mail that its phone does not have: those that can be sent now, and why each of the others cannot. */
async function filesLeft(
  { graph, contentOf }: AnswerContext,
  tx: Tx,
  { userId, messageId, destinationId, deliveryId }: MessageOnPhone,
  now: Date,
): Promise<{ wanted: FileWanted[]; rest: FileOutcome[]; left: number }> {
  const reads = contentOf(tx)
  const files = (await reads.view(userId, messageId))?.files
  const [seen] = await reads.seen(userId, [deliveryId])
  if (!files || !seen) return { wanted: [], rest: [], left: 0 }
  const known = await reads.files(userId, { deliveryId, messageId, now })
  const goes = isShownWhole(seen) ? known.goes : null
  const had = await filesHad(tx, userId, messageId, destinationId)
  const fates = fatesOf(files, { goes, kept: known.kept, mostBytes: graph.limits.documentBytes }).filter(one => !had.has(one.n))
  const wanted = fates.flatMap(({ n, fate }) => (isWanted(fate) ? [{ part: n, asLink: fate === 'too_large' }] : []))
  return { wanted: wanted.slice(0, mostFiles), rest: fates.filter(({ fate }) => !isWanted(fate)), left: files.left }
}

/** More at once would keep the phone's lane busy for minutes. */
const mostFiles = 20
const isWanted = (fate: FileOutcome['fate']): boolean => fate === 'sent' || fate === 'too_many' || fate === 'too_large'

/** Words of the mail are told as far as its filter lets this phone see the mail. */
async function why(
  { keys, contentOf }: AnswerContext,
  tx: Tx,
  { userId, messageId, deliveryId, filterId }: MessageOnPhone,
): Promise<ResponseText[] | null> {
  const explained = await readExplanations(tx, userId, await keys.contentKeyOf(tx, userId), messageId)
  const found = explained && whyOf(explained, filterId)
  if (!found) return null
  const [seen] = await contentOf(tx).seen(userId, [deliveryId])
  const tells = seen !== undefined && isShownWhole(seen)
  const name = neutral(oneLine(found.filterName, longestName))
  const saw = found.saw.map(({ field, words }): ResponseText => {
    const told = tells ? words.map(word => `“${neutral(oneLine(word, longestName))}”`).join(', ') : ''
    return { catalog: 'phone', key: 'why.saw', values: { field, words: told || 'none' } }
  })
  const all: ResponseText[] = found.isProven && saw.length === 0 ? [{ catalog: 'phone', key: 'why.all', values: {} }] : saw
  return [{ catalog: 'phone', key: found.isProven ? 'why.filter' : 'why.safe', values: { name } }, ...all]
}

const longestName = 80

/** Tells how what phones asked of mailboxes ended, from now until it is stopped. */
export const startFinishedCommands = (context: AnswerContext): ReturnType<typeof openFinishedCommands> =>
  openFinishedCommands({ db: context.db, clock: context.clock, log: context.log, tell: ended => tellEndedCommand(context, ended) })

/** Where we may not write to the phone, the screen alone says so. */
async function tellEndedCommand(context: AnswerContext, ended: FinishedCommand): Promise<void> {
  const { db, graph, clock } = context
  const { userId, destinationId, deliveryId, wamid, command, reason } = ended
  const phone = await getDestination(db, userId, destinationId)
  if (phone?.state !== 'linked' || !isOpen(phone.last_inbound_at, clock.now())) return
  if (command !== 'archive' && command !== 'unarchive' && command !== 'read') return
  const words = wordsOf((await readerOf(db, userId)).language)
  const decided = finishedResponse(command, reason, deliveryId)
  const text = responseText(words, decided)
  const around = messageOptions(words, { ...decided, quotes: wamid }, wamid)
  if (text !== null) await context.inPace(() => sendText(graph, { waId: phone.wa_id, waUserId: phone.wa_user_id }, text, around))
}
