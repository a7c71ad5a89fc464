// Commands about mails as phones give them: what each is given of the rooms, and how their ends are told.

import { isOpen } from '../../core/delivery/window.ts'
import { isOpen as isShownWhole } from '../../core/filters/privacy.ts'
import { fatesOf, type ToldFile } from '../../core/message/attachments.ts'
import { whyOf } from '../../core/phone/why.ts'
import { readerOf } from '../account/settings/store.ts'
import { aroundOf } from '../answer/around.ts'
import type { EndedCommand } from '../answer/commands/owners.ts'
import { type CommandParts, tellEnded } from '../answer/commands.ts'
import { inWords, type Sentence } from '../answer/decided.ts'
import { openEnds } from '../answer/ends.ts'
import type { MailOnPhone } from '../answer/seams.ts'
import type { Tx } from '../db/pool.ts'
import { bringAgain, bringFiles, type FileWanted } from '../delivery/commands/queue.ts'
import { filesHad, noteCommand, readDelivered } from '../delivery/commands/store.ts'
import { ownerOfDelivery } from '../delivery/owners.ts'
import { getDestination } from '../delivery/store.ts'
import { readExplanations } from '../filters/store.ts'
import { askAct, readActs } from '../mail/acts/store.ts'
import { neutral, oneLine } from '../whatsapp/markup.ts'
import { textOfFiles } from '../whatsapp/render/files.ts'
import { sendNotice } from '../whatsapp/send.ts'
import { type Ground, inPace } from '../wiring.ts'
import { wordsOf } from '../words.ts'
import { mutedOf, phoneFilters } from './phone-filters.ts'
import { readsOf } from './reads.ts'
import { showKept } from './tapped.ts'

export function phoneCommands(ground: Ground): CommandParts {
  const isMuted = mutedOf(ground)
  return {
    async mailOf(tx, message, deliveryId) {
      const userId = await ownerOfDelivery(tx, message, deliveryId)
      const mail = userId && (await readDelivered(tx, userId, deliveryId))
      return mail ? { userId, deliveryId, wamid: message.wamid, ...mail } : null
    },
    async standing(tx, mail, now) {
      const view = await readsOf(tx, ground.keys, 'look').view(mail.userId, mail.messageId)
      if (!view) return null
      const { wanted, rest } = await filesLeft(ground, tx, mail, now)
      const acts = await readActs(tx, mail.userId, mail.messageId)
      const muted = await isMuted(tx, mail)
      return { ...acts, hasFiles: wanted.length + rest.length > 0, hasSender: muted !== null, isMuted: muted ?? false }
    },
    note: noteCommand,
    async act(tx, { userId, messageId, destinationId, wamid }, kind, now) {
      const asked = await askAct(tx, userId, { messageId, kind, destinationId, wamid }, now)
      return asked.kind === 'refused' ? null : asked.actId
    },
    show: showKept,
    bringAgain,
    async bringFiles(tx, mail, now) {
      const { wanted, rest, left } = await filesLeft(ground, tx, mail, now)
      await bringFiles(tx, mail.userId, mail.deliveryId, wanted, now)
      const { language } = await readerOf(tx, mail.userId)
      const said = textOfFiles(wordsOf(language), { items: [], left }, rest, () => '')
      return said === null && wanted.length === 0 ? 'none' : { rest: said }
    },
    async hourOf(tx, userId, at) {
      const { language, timeZone } = await readerOf(tx, userId)
      return new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(at)
    },
    why: (tx, mail) => why(ground, tx, mail),
    ...phoneFilters(ground),
  }
}

/** The files of a mail that its phone does not have: those that can be sent now, and why each of the others cannot. */
async function filesLeft(
  { graph, keys }: Ground,
  tx: Tx,
  { userId, messageId, destinationId, deliveryId }: MailOnPhone,
  now: Date,
): Promise<{ wanted: FileWanted[]; rest: ToldFile[]; left: number }> {
  const reads = readsOf(tx, keys, 'look')
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
const isWanted = (fate: ToldFile['fate']): boolean => fate === 'sent' || fate === 'too_many' || fate === 'too_large'

/** Words of the mail are told as far as its filter lets this phone see the mail. */
async function why({ keys }: Ground, tx: Tx, { userId, messageId, deliveryId, filterId }: MailOnPhone): Promise<Sentence[] | null> {
  const explained = await readExplanations(tx, userId, await keys.contentKeyOf(tx, userId), messageId)
  const found = explained && whyOf(explained, filterId)
  if (!found) return null
  const [seen] = await readsOf(tx, keys, 'look').seen(userId, [deliveryId])
  const tells = seen !== undefined && isShownWhole(seen)
  const name = neutral(oneLine(found.filterName, longestName))
  const saw = found.saw.map(({ field, words }): Sentence => {
    const told = tells ? words.map(word => `“${neutral(oneLine(word, longestName))}”`).join(', ') : ''
    return { room: 'phone', key: 'why.saw', values: { field, words: told || 'none' } }
  })
  const all: Sentence[] = found.isProven && saw.length === 0 ? [{ room: 'phone', key: 'why.all', values: {} }] : saw
  return [{ room: 'phone', key: found.isProven ? 'why.filter' : 'why.safe', values: { name } }, ...all]
}

const longestName = 80

/** Tells how what phones asked of mailboxes ended, from now until it is stopped. */
export const startEnds = (ground: Ground): ReturnType<typeof openEnds> =>
  openEnds({ db: ground.db, clock: ground.clock, log: ground.log, tell: ended => tellEndedCommand(ground, ended) })

/** Where we may not write to the phone, the screen alone says so. */
async function tellEndedCommand(ground: Ground, ended: EndedCommand): Promise<void> {
  const { db, graph, clock } = ground
  const { userId, destinationId, deliveryId, wamid, command, reason } = ended
  const phone = await getDestination(db, userId, destinationId)
  if (phone?.state !== 'linked' || !isOpen(phone.last_inbound_at, clock.now())) return
  if (command !== 'archive' && command !== 'unarchive' && command !== 'read') return
  const words = wordsOf((await readerOf(db, userId)).language)
  const decided = tellEnded(command, reason, deliveryId)
  const text = inWords(words, decided)
  const around = aroundOf(words, { ...decided, quotes: wamid }, wamid)
  if (text !== null) await inPace(ground, () => sendNotice(graph, { waId: phone.wa_id, waUserId: phone.wa_user_id }, text, around))
}
