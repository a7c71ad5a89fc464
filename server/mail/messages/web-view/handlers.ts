// Serves the web view of a message to a link's holder or its owner, and lists the owner's links.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type * as api from '../../../../core/api/web-view.ts'
import type { WebView } from '../../../../core/api/web-view.ts'
import { lackOf } from '../../../../core/message/lack.ts'
import type { Attachment, MailView } from '../../../../core/message/view.ts'
import type { Words } from '../../../../core/words/words.ts'
import type { PersonKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import type { VerifySession } from '../../../foundation/http/authentication.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { Handler, PersonHandler } from '../../../foundation/http/route.ts'
import { digest } from '../../../foundation/seal.ts'
import { spokenWords } from '../../../foundation/words.ts'
import { readView } from '../store.ts'
import type { Devices } from './device.ts'
import { countView, findLink, type OpenLink } from './owners.ts'
import { arrivalOf, closeLinks, listLinks, readPage } from './store.ts'

export interface WebViewDeps {
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

export interface WebViewHandlers {
  view: Handler<typeof api.addViewApi>
  whole: PersonHandler<typeof api.getWebViewApi>
  links: PersonHandler<typeof api.listLinksApi>
  close: PersonHandler<typeof api.closeLinksApi>
  /** Whether there is something behind a link; for the status of its page. */
  isOpen(token: string, ip: string): Promise<boolean>
}

/** Nobody guesses 128 bits; this keeps who tries from costing us anything. */
const wrongPerMinute = 30

export function webViewHandlers(deps: WebViewDeps): WebViewHandlers {
  const { db, now } = deps
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
      if (!link) throw gone(deps)
      const isForOwner = await opensForOwner(deps, link)
      await requireAllowed(deps, { ...link, isForOwner }, request)
      const { deliveryId, expiresAt } = link
      const whole = await wholeOf(deps, link.userId, link.messageId, isForOwner || deliveryId === null ? null : { deliveryId, expiresAt })
      if (!whole) throw gone(deps)
      await countView(db, digest(token), now())
      const until = opensUntil(expiresAt, new Date(whole.arrivedAt), await deps.retentionDays(link.userId), now())
      return { ...whole, isForOwner, expiresAt: until.toISOString() }
    },
    async whole({ userId, params: { id }, reply }) {
      keepPrivate(reply)
      const whole = await wholeOf(deps, userId, id, null)
      if (!whole) throw new HttpError(404, 'not_found', deps.words.of('mail')('whole.erased'))
      return whole
    },
    async links({ userId, params: { id } }) {
      const arrivedAt = await requireMessage(deps, userId, id)
      const rows = await listLinks(db, userId, id)
      const days = await deps.retentionDays(userId)
      const shown = async (row: Row<'web_view_links'>) => {
        const expiresAt = opensUntil(row.expires_at, arrivedAt, days, now()).toISOString()
        return { ...linkOf(row, now()), expiresAt, isForOwner: await opensForOwner(deps, ofRow(row)) }
      }
      return { items: await Promise.all(rows.map(shown)) }
    },
    async close({ userId, params: { id } }) {
      await requireMessage(deps, userId, id)
      await closeLinks(db, userId, id, now())
      await deps.closeFileLinks(userId, id)
      return {}
    },
    isOpen: async (token, ip) => (await open(token, ip)) !== null,
  }
}

async function requireMessage({ db, words }: WebViewDeps, userId: string, id: string): Promise<Date> {
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
const opensForOwner = async ({ showsWhole }: WebViewDeps, { userId, isForOwner, deliveryId }: LinkRule): Promise<boolean> =>
  isForOwner || deliveryId === null || !(await showsWhole(userId, deliveryId))

type LinkRule = Pick<OpenLink, 'userId' | 'isForOwner' | 'deliveryId'>
const ofRow = (row: Row<'web_view_links'>): LinkRule => ({ userId: row.user_id, isForOwner: row.for_owner, deliveryId: row.delivery_id })

type Asked = Parameters<WebViewHandlers['view']>[0]

function keepPrivate(reply: Asked['reply']): void {
  void reply?.headers(privateHeaders)
}

/** Of a page or an answer that belongs to one reader. */
export const privateHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' }

/** Where its filter shows less, its owner alone; else whoever has the link, unless its owner wants to be asked for. */
async function requireAllowed(deps: WebViewDeps, { userId, isForOwner }: OpenLink, request: Asked['request']): Promise<void> {
  if (!isForOwner && !(await deps.asksSignIn(userId))) return
  if (!isForOwner && deps.devices.isKnown(userId, request)) return
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const who = bearer ? await deps.verifySession(bearer) : null
  if (who?.userId === userId && !who.isSecondStepDue) return
  const isOther = who !== null && who.userId !== userId
  throw new HttpError(401, isOther ? 'other_person' : 'sign_in_first', deps.words.of('mail')(isOther ? 'whole.other' : 'whole.signIn'))
}

async function wholeOf(
  deps: WebViewDeps,
  userId: string,
  messageId: string,
  link: Parameters<WebViewDeps['fileLinks']>[2],
): Promise<WebView | null> {
  const { db, keys, words } = deps
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
    attachments: view.files ? told(view.files.items, await deps.fileLinks(userId, messageId, link)) : told(attachments, new Map()),
    missing: lackIn(words, view),
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

const linkOf = (row: Row<'web_view_links'>, now: Date) => ({
  createdAt: row.created_at.toISOString(),
  isOpen: row.revoked_at === null && row.expires_at > now,
  views: row.views,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
})

const gone = ({ words }: WebViewDeps) => new HttpError(404, 'not_found', words.of('mail')('whole.gone'))

const hurry = ({ msBeforeNext }: RateLimiterRes) =>
  new HttpError(429, 'over_request_rate_limit', spokenWords().of('http')('hurry', { seconds: String(Math.ceil(msBeforeNext / 1000)) }))
