// Answers who wants to see a whole mail: by the link that a phone was given, or as its owner; and shows owners their links.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type * as api from '../../../core/api/whole.ts'
import type { WholeMail } from '../../../core/api/whole.ts'
import { lackOf } from '../../../core/message/lack.ts'
import type { Attachment, MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import type { PersonKeys } from '../../db/keys.ts'
import type { Db } from '../../db/pool.ts'
import type { Row } from '../../db/tables.ts'
import { HttpError } from '../../http/errors.ts'
import type { Handler, PersonHandler } from '../../http/route.ts'
import type { VerifySession } from '../../http/who.ts'
import { digest } from '../../seal.ts'
import { spokenWords } from '../../words.ts'
import { readView } from '../messages/store.ts'
import type { Devices } from './device.ts'
import { countView, findLink, type OpenLink } from './owners.ts'
import { arrivalOf, closeLinks, listLinks, readPage } from './store.ts'

export interface WholeParts {
  db: Db
  keys: PersonKeys
  /** In sandbox mode the sandbox's. */
  now(): Date
  words: Words
  verifySession: VerifySession
  devices: Devices
  /** Whether the filter that brought this delivery lets whoever has its link see the whole mail by now. */
  showsWhole(userId: string, deliveryId: string): Promise<boolean>
  /** By their place, where files of a mail can be had; `link`: by whoever has it, null: by its owner, who is signed in. */
  fileLinks(userId: string, messageId: string, link: { deliveryId: string; expiresAt: Date } | null): Promise<ReadonlyMap<number, string>>
  /** So many days after a mail came what is kept of it is erased. */
  retentionDays(userId: string): Promise<number>
  /** Closes the links to files of a mail. */
  closeFileLinks(userId: string, messageId: string): Promise<void>
  /** Whether a person wants links to ask for them on a device they never signed in on. */
  asksSignIn(userId: string): Promise<boolean>
}

export interface WholeHandlers {
  view: Handler<typeof api.addView>
  whole: PersonHandler<typeof api.getWhole>
  links: PersonHandler<typeof api.listLinks>
  close: PersonHandler<typeof api.closeLinks>
  /** Whether there is something behind a link; for the status of its page. */
  isOpen(token: string, ip: string): Promise<boolean>
}

/** Nobody guesses 128 bits; this keeps who tries from costing us anything. */
const wrongPerMinute = 30

export function wholeHandlers(parts: WholeParts): WholeHandlers {
  const { db, now } = parts
  const wrong = new RateLimiterMemory({ points: wrongPerMinute, duration: 60 })
  const open = async (token: string, ip: string) => {
    const waiting = await wrong.get(ip)
    if (waiting && waiting.consumedPoints >= wrongPerMinute) throw hurry(waiting)
    const found = await findLink(db, digest(token), now())
    if (!found) await wrong.consume(ip).catch(() => undefined)
    return found
  }
  return {
    async view({ body: { token }, request, reply }) {
      keepPrivate(reply)
      const link = await open(token, request.ip)
      if (!link) throw gone(parts)
      const isForOwner = await opensForOwner(parts, link)
      await requireAllowed(parts, { ...link, isForOwner }, request)
      const { deliveryId, expiresAt } = link
      const whole = await wholeOf(parts, link.userId, link.messageId, isForOwner || deliveryId === null ? null : { deliveryId, expiresAt })
      if (!whole) throw gone(parts)
      await countView(db, digest(token), now())
      const until = opensUntil(expiresAt, new Date(whole.arrivedAt), await parts.retentionDays(link.userId), now())
      return { ...whole, isForOwner, expiresAt: until.toISOString() }
    },
    async whole({ userId, params: { id }, reply }) {
      keepPrivate(reply)
      const whole = await wholeOf(parts, userId, id, null)
      if (!whole) throw new HttpError(404, 'not_found', parts.words.of('mail')('whole.erased'))
      return whole
    },
    async links({ userId, params: { id } }) {
      const arrivedAt = await requireMessage(parts, userId, id)
      const rows = await listLinks(db, userId, id)
      const days = await parts.retentionDays(userId)
      const shown = async (row: Row<'mail_links'>) => {
        const expiresAt = opensUntil(row.expires_at, arrivedAt, days, now()).toISOString()
        return { ...linkOf(row, now()), expiresAt, isForOwner: await opensForOwner(parts, ofRow(row)) }
      }
      return { items: await Promise.all(rows.map(shown)) }
    },
    async close({ userId, params: { id } }) {
      await requireMessage(parts, userId, id)
      await closeLinks(db, userId, id, now())
      await parts.closeFileLinks(userId, id)
      return {}
    },
    isOpen: async (token, ip) => (await open(token, ip)) !== null,
  }
}

async function requireMessage({ db, words }: WholeParts, userId: string, id: string): Promise<Date> {
  const arrivedAt = await arrivalOf(db, userId, id)
  if (!arrivedAt) throw new HttpError(404, 'not_found', words.of('mail')('whole.erased'))
  return arrivedAt
}

const dayMs = 86_400_000

/** No longer than its mail is kept; one that is kept a while longer, as it waited to be sent, is promised for no more than today. */
function opensUntil(expiresAt: Date, arrivedAt: Date, retentionDays: number, now: Date): Date {
  const erasedAt = arrivedAt.getTime() + Math.max(retentionDays, 1) * dayMs
  return new Date(Math.min(expiresAt.getTime(), Math.max(erasedAt, now.getTime())))
}

/** Its filter showed less when the link was made, or does by now; of a link whose filter is not known, nobody can say that it does not. */
const opensForOwner = async ({ showsWhole }: WholeParts, { userId, isForOwner, deliveryId }: LinkRule): Promise<boolean> =>
  isForOwner || deliveryId === null || !(await showsWhole(userId, deliveryId))

type LinkRule = Pick<OpenLink, 'userId' | 'isForOwner' | 'deliveryId'>
const ofRow = (row: Row<'mail_links'>): LinkRule => ({ userId: row.user_id, isForOwner: row.for_owner, deliveryId: row.delivery_id })

type Asked = Parameters<WholeHandlers['view']>[0]

function keepPrivate(reply: Asked['reply']): void {
  void reply?.headers(privateHeaders)
}

/** Of a page or an answer that belongs to one reader. */
export const privateHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' }

/** Where its filter shows less, its owner alone; else whoever has the link, unless its owner wants to be asked for. */
async function requireAllowed(parts: WholeParts, { userId, isForOwner }: OpenLink, request: Asked['request']): Promise<void> {
  if (!isForOwner && !(await parts.asksSignIn(userId))) return
  if (!isForOwner && parts.devices.isKnown(userId, request)) return
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const who = bearer ? await parts.verifySession(bearer) : null
  if (who?.userId === userId && !who.isSecondStepDue) return
  const isOther = who !== null && who.userId !== userId
  throw new HttpError(401, isOther ? 'other_person' : 'sign_in_first', parts.words.of('mail')(isOther ? 'whole.other' : 'whole.signIn'))
}

async function wholeOf(
  parts: WholeParts,
  userId: string,
  messageId: string,
  link: Parameters<WholeParts['fileLinks']>[2],
): Promise<WholeMail | null> {
  const { db, keys, words } = parts
  const arrivedAt = await arrivalOf(db, userId, messageId)
  const view = arrivedAt && (await readView(db, userId, keys, messageId))
  if (!view) return null
  const page = await readPage(db, userId, await keys.contentKeyOf(db, userId), messageId)
  const { from, to, cc, subject, auth, sender, body, attachments } = view
  return {
    ...{ from: from[0] ?? null, to, cc, subject, auth, sender, page },
    arrivedAt: arrivedAt.toISOString(),
    text: body,
    isTextCut: view.truncated,
    attachments: view.files ? told(view.files.items, await parts.fileLinks(userId, messageId, link)) : told(attachments, new Map()),
    lack: lackIn(words, view),
    isForOwner: true,
    expiresAt: null,
  }
}

const told = (files: readonly Attachment[], links: ReadonlyMap<number, string>) =>
  files.map(({ name, type, sizeBytes }, n) => ({ name, type, sizeBytes, href: links.get(n) ?? null }))

function lackIn(words: Words, view: MailView): string | null {
  const lack = lackOf(view)
  if (lack === null) return null
  const t = words.of('ledger')
  return lack === 'many_parts' ? t('lack.many_parts', { count: view.leftParts ?? 0 }) : t(`lack.${lack}`)
}

const linkOf = (row: Row<'mail_links'>, now: Date) => ({
  createdAt: row.created_at.toISOString(),
  isOpen: row.revoked_at === null && row.expires_at > now,
  views: row.views,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
})

const gone = ({ words }: WholeParts) => new HttpError(404, 'not_found', words.of('mail')('whole.gone'))

const hurry = ({ msBeforeNext }: RateLimiterRes) =>
  new HttpError(429, 'over_request_rate_limit', spokenWords().of('http')('hurry', { seconds: String(Math.ceil(msBeforeNext / 1000)) }))
