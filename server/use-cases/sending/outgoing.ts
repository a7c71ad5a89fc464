// Reads what emails need to be rendered, and saves their links: those of many deliveries with one statement.
import { combinePrivacy, stricter } from '../../../core/filters/privacy.ts'
import type { MailView } from '../../../core/message/view.ts'
import { type ForwardedContent, restrictContent } from '../../delivery/forwarded-content-store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { inGroups } from '../../foundation/in-groups.ts'
import { openView } from '../../mail/messages/sealed.ts'
import { type NewLink, saveLinks } from '../../mail/messages/web-view/links-owners.ts'
import { type EmailKey, type OutgoingRow, readOutgoingRows } from './outgoing-owners.ts'

/** Everything about an email that its message shows, as of now. */
export interface EmailContent {
  view: MailView
  filterName: string
  /** False when not every filter could be evaluated for the message. */
  isProven: boolean
  privacy: ForwardedContent | undefined
  language: string
  timeZone: string
  needsAcknowledgment: boolean
}

export interface OutgoingEmails {
  /** Null when the content was erased. */
  read(key: EmailKey): Promise<EmailContent | null>
  saveLink(link: NewLink): Promise<void>
}

const maxGroup = 50

export function openOutgoing({ db, keys, clock }: { db: Db; keys: UserKeys; clock: Pick<Clock, 'now'> }): OutgoingEmails {
  return {
    read: inGroups(async (wanted: EmailKey[]) => {
      const rows = await readOutgoingRows(db, wanted)
      return Promise.all(wanted.map(key => toContent(db, keys, key, rows.get(key.deliveryId))))
    }, maxGroup),
    saveLink: inGroups(async links => {
      await saveLinks(db, links, clock.now())
      return links.map(() => undefined)
    }, maxGroup),
  }
}

async function toContent(
  db: Db,
  keys: UserKeys,
  { userId, messageId }: EmailKey,
  row: OutgoingRow | undefined,
): Promise<EmailContent | null> {
  if (!row?.view || messageId === null) return null
  const { filter, stored, view: sealed, ...rest } = row
  return {
    ...rest,
    view: await openView(await keys.contentKeyOf(db, userId), userId, messageId, sealed),
    filterName: filter?.name ?? '',
    privacy: stored && (await restricted(db, userId, stored, filter)),
  }
}

/** By today's filter where that is stricter than when the email arrived, and from now on. */
async function restricted(db: Db, userId: string, stored: ForwardedContent, filter: OutgoingRow['filter']): Promise<ForwardedContent> {
  if (!filter) return stored
  const today = { ...stored, ...stricter(stored, combinePrivacy(filter, [filter])) }
  if (JSON.stringify([today.show, today.redact]) !== JSON.stringify([stored.show, stored.redact]))
    await restrictContent(db, userId, [today])
  return today
}
