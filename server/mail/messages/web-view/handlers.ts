// Serves the web view of a message to its owner or the holder of a link, and lists the owner's links.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type * as api from '../../../../core/api/web-view.ts'
import type { WebView } from '../../../../core/api/web-view.ts'
import { findMissingContent } from '../../../../core/message/missing.ts'
import type { Attachment, MailView } from '../../../../core/message/view.ts'
import type { Words } from '../../../../core/words/words.ts'
import type { UserKeys } from '../../../foundation/db/keys.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import type { Row } from '../../../foundation/db/tables.ts'
import type { VerifySession } from '../../../foundation/http/authentication.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { Handler, UserHandler } from '../../../foundation/http/route.ts'
import { networkOf } from '../../../foundation/networks.ts'
import { digest } from '../../../foundation/seal.ts'
import { requestWords } from '../../../foundation/words.ts'
import { readView } from '../store.ts'
import type { KnownDevices } from './device.ts'
import { countView, findLink, type OpenLink } from './owners.ts'
import { closeLinks, listLinks, readArrival, readPage } from './store.ts'

export interface WebViewDeps {
  db: Db
  keys: UserKeys
  /** In sandbox mode, the sandbox's clock. */
  now(): Date
  words: Words
  verifySession: VerifySession
  devices: KnownDevices
  /** Whether the delivery's filter currently lets anyone with the link see the full email. */
  showsWhole(userId: string, deliveryId: string): Promise<boolean>
  /** File URLs by index; `link` for the holder of a link, null for the signed-in owner. */
  fileLinks(userId: string, messageId: string, link: { deliveryId: string; expiresAt: Date } | null): Promise<ReadonlyMap<number, string>>
  /** How many days after an email's arrival its content is erased. */
  retentionDays(userId: string): Promise<number>
  /** Closes the links to an email's files. */
  closeFileLinks(userId: string, messageId: string): Promise<void>
  /** Whether a user wants links to require sign-in on unknown devices. */
  asksSignIn(userId: string): Promise<boolean>
  /** When the user signed out everywhere; null for never. */
  devicesForgottenAt(userId: string): Promise<Date | null>
}

export interface WebViewHandlers {
  view: Handler<typeof api.addViewApi>
  whole: UserHandler<typeof api.getWebViewApi>
  links: UserHandler<typeof api.listLinksApi>
  close: UserHandler<typeof api.closeLinksApi>
  /** Whether a link is valid; decides its page's HTTP status. */
  isOpen(token: string, ip: string): Promise<boolean>
}

/** Nobody can guess 128 bits; this keeps attempts cheap. */
const maxWrongPerMinute = 30

export function webViewHandlers(deps: WebViewDeps): WebViewHandlers {
  const { db, now } = deps
  const wrong = new RateLimiterMemory({ points: maxWrongPerMinute, duration: 60 })
  const open = async (token: string, ip: string) => {
    const waiting = await wrong.get(networkOf(ip))
    if (waiting && waiting.consumedPoints >= maxWrongPerMinute) throw tooManyError(waiting)
    const found = await findLink(db, digest(token), now())
    if (!found) await wrong.consume(networkOf(ip)).catch(() => undefined)
    return found
  }
  return {
    async view({ body: { token }, request, reply }) {
      keepPrivate(reply)
      const link = await open(token, request.ip)
      if (!link) throw notFoundError(deps)
      const isForOwner = await opensForOwner(deps, link)
      await requireAllowed(deps, { ...link, isForOwner }, request)
      const { deliveryId, expiresAt } = link
      const whole = await readWebView(
        deps,
        link.userId,
        link.messageId,
        isForOwner || deliveryId === null ? null : { deliveryId, expiresAt },
      )
      if (!whole) throw notFoundError(deps)
      await countView(db, digest(token), now())
      const until = opensUntil(expiresAt, new Date(whole.arrivedAt), await deps.retentionDays(link.userId), now())
      return { ...whole, isForOwner, expiresAt: until.toISOString() }
    },
    async whole({ userId, params: { id }, reply }) {
      keepPrivate(reply)
      const whole = await readWebView(deps, userId, id, null)
      if (!whole) throw new HttpError(404, 'not_found', deps.words.of('mail')('whole.erased'))
      return whole
    },
    async links({ userId, params: { id } }) {
      const arrivedAt = await requireMessage(deps, userId, id)
      const rows = await listLinks(db, userId, id)
      const days = await deps.retentionDays(userId)
      const shown = async (row: Row<'web_view_links'>) => {
        const expiresAt = opensUntil(row.expires_at, arrivedAt, days, now()).toISOString()
        return { ...toLinkView(row, now()), expiresAt, isForOwner: await opensForOwner(deps, toLinkRule(row)) }
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
  const arrival = await readArrival(db, userId, id)
  if (!arrival) throw new HttpError(404, 'not_found', words.of('mail')('whole.erased'))
  return arrival.arrivedAt
}

const dayMs = 86_400_000

/** No longer than the email's retention; content kept longer while waiting to be sent is promised only for today. */
function opensUntil(expiresAt: Date, arrivedAt: Date, retentionDays: number, now: Date): Date {
  const erasedAt = arrivedAt.getTime() + Math.max(retentionDays, 1) * dayMs
  return new Date(Math.min(expiresAt.getTime(), Math.max(erasedAt, now.getTime())))
}

/** The filter hid content when the link was made, or does now; a link with an unknown filter may hide some too. */
const opensForOwner = async ({ showsWhole }: WebViewDeps, { userId, isForOwner, deliveryId }: LinkRule): Promise<boolean> =>
  isForOwner || deliveryId === null || !(await showsWhole(userId, deliveryId))

type LinkRule = Pick<OpenLink, 'userId' | 'isForOwner' | 'deliveryId'>
const toLinkRule = (row: Row<'web_view_links'>): LinkRule => ({
  userId: row.user_id,
  isForOwner: row.for_owner,
  deliveryId: row.delivery_id,
})

type Asked = Parameters<WebViewHandlers['view']>[0]

function keepPrivate(reply: Asked['reply']): void {
  void reply?.headers(privateHeaders)
}

/** Headers for a response that is private to one reader. */
export const privateHeaders = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' }

/** Where the filter hides content, only the owner may open a link; else anyone who has it, unless the owner requires sign-in. */
async function requireAllowed(deps: WebViewDeps, { userId, isForOwner }: OpenLink, request: Asked['request']): Promise<void> {
  if (!isForOwner && !(await deps.asksSignIn(userId))) return
  if (!isForOwner && deps.devices.isKnown(userId, request, await deps.devicesForgottenAt(userId))) return
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const who = bearer ? await deps.verifySession(bearer) : null
  if (who?.userId === userId && !who.isSecondStepDue) return
  const isOther = who !== null && who.userId !== userId
  throw new HttpError(401, isOther ? 'other_person' : 'sign_in_first', deps.words.of('mail')(isOther ? 'whole.other' : 'whole.signIn'))
}

async function readWebView(
  deps: WebViewDeps,
  userId: string,
  messageId: string,
  link: Parameters<WebViewDeps['fileLinks']>[2],
): Promise<WebView | null> {
  const { db, keys, words } = deps
  const arrival = await readArrival(db, userId, messageId)
  const view = arrival && (await readView(db, userId, keys, messageId))
  if (!view) return null
  const page = await readPage(db, userId, await keys.contentKeyOf(db, userId), messageId)
  const { from, to, cc, subject, auth, sender, body, attachments } = view
  return {
    ...{ from: from[0] ?? null, to, cc, subject, auth, sender, page },
    arrivedAt: arrival.arrivedAt.toISOString(),
    datedAt: arrival.datedAt.toISOString(),
    date: view.date,
    text: body,
    isTextCut: view.truncated,
    attachments: view.files
      ? toFileViews(view.files.items, await deps.fileLinks(userId, messageId, link))
      : toFileViews(attachments, new Map()),
    missing: describeMissing(words, view),
    isForOwner: true,
    expiresAt: null,
  }
}

const toFileViews = (files: readonly Attachment[], links: ReadonlyMap<number, string>) =>
  files.map(({ name, type, sizeBytes }, n) => ({ name, type, sizeBytes, href: links.get(n) ?? null }))

function describeMissing(words: Words, view: MailView): string | null {
  const missing = findMissingContent(view)
  if (missing === null) return null
  const t = words.of('ledger')
  return missing === 'many_parts' ? t('lack.many_parts', { count: view.leftParts ?? 0 }) : t(`lack.${missing}`)
}

const toLinkView = (row: Row<'web_view_links'>, now: Date) => ({
  createdAt: row.created_at.toISOString(),
  isOpen: row.revoked_at === null && row.expires_at > now,
  views: row.views,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
})

const notFoundError = ({ words }: WebViewDeps) => new HttpError(404, 'not_found', words.of('mail')('whole.gone'))

const tooManyError = ({ msBeforeNext }: RateLimiterRes) =>
  new HttpError(429, 'over_request_rate_limit', requestWords().of('http')('hurry', { seconds: String(Math.ceil(msBeforeNext / 1000)) }))
