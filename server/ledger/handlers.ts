// Answers requests about what became of a person's mail.

import type { z } from 'zod/mini'
import type { listCommands } from '../../core/api/commands.ts'
import type { Delivery } from '../../core/api/delivery.ts'
import type * as api from '../../core/api/ledger.ts'
import type { Hidden, MessageDetail, MessageLine, OnPhone } from '../../core/api/ledger.ts'
import type { FilterExplanations } from '../../core/filters/explanation.ts'
import { lackOf } from '../../core/message/lack.ts'
import { wordsOf } from '../../core/message/search.ts'
import type { Badge } from '../../core/message/sender-check/badge.ts'
import type { MailAddress, MailView } from '../../core/message/view.ts'
import type { Words } from '../../core/words/words.ts'
import type { Clock } from '../clock.ts'
import type { PersonKeys } from '../db/keys.ts'
import type { Db } from '../db/pool.ts'
import { readExplanations } from '../filters/store.ts'
import { HttpError } from '../http/errors.ts'
import type { PersonHandler } from '../http/route.ts'
import { callsOf } from './calls.ts'
import { carriersOf } from './carriers.ts'
import { commandsOf } from './commands.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { deedsOf } from './deeds.ts'
import { deliveriesOf, type Explain } from './deliveries.ts'
import { failedFilesOf } from './failed-files.ts'
import { type Cursor, type MessageRow, messagesOf, oneMessage, type Page, pageOfMessages } from './messages.ts'
import type { Finder } from './search/finder.ts'
import { search } from './search/search.ts'
import { deliveryToShow, type SentDelivery } from './sent.ts'
import { deciding } from './standing.ts'
import { tallySince } from './sum.ts'

export interface MailHead {
  from: MailAddress | null
  subject: string | null
  badge?: Badge | undefined
}

export interface LedgerParts {
  db: Db
  clock: Clock
  keys: PersonKeys
  finder: Finder
  words: Words
  readHeads(userId: string, ids: string[]): Promise<Map<string, MailHead>>
  readView(userId: string, id: string): Promise<MailView | null>
  usageOf(userId: string, now: Date): Promise<{ month: string; reserved: number; delivered: number; allowance: number | null }>
  /** The sentence for a delivery's state and reason code. */
  explain: Explain
  /** The sentence for a verdict's reason code. */
  explainVerdict(reason: string | null): string | null
  /** The sentence for what could not be done in the mailbox. */
  explainDeed(reason: string | null): string | null
  /** What the phone shows of a delivery; null where the contents were erased. */
  onPhone(userId: string, sent: SentDelivery): Promise<{ shown: OnPhone | null; hidden: Hidden | null }>
  /** What each filter of today sees in a kept mail; null when the message is unknown or its content erased. */
  explainNow(userId: string, messageId: string): Promise<FilterExplanations | null>
}

type ListQuery = z.output<typeof api.listMessages.query>

const dayMs = 86_400_000

export function ledgerHandlers(parts: LedgerParts) {
  const { db, clock, keys, words } = parts

  const list: PersonHandler<typeof api.listMessages> = async ({ userId, query, request }) => {
    const before = query.cursor === undefined ? null : readCursor(query.cursor)
    if (before === 'wrong') throw new HttpError(400, 'cursor_wrong', words.of('ledger')('refusedCursor'))
    const page = pageAsked(query, before)
    const sought = wordsOf(query.q ?? '')
    if (sought.length > 0) return searched(userId, page, sought, () => request.raw.socket.destroyed)
    const rows = await pageOfMessages(db, userId, page)
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    return {
      items: await linesOf(parts, userId, shown),
      next: rows.length > page.limit && last ? writeCursor(last.arrived_at, last.id) : null,
    }
  }

  const searched = async (userId: string, page: Page, sought: string[], isLeft: () => boolean) => {
    const contentKeyOf = (id: string) => keys.contentKeyOf(db, id)
    const { ids, next } = await search({ db, finder: parts.finder, contentKeyOf, isLeft }, userId, page, sought)
    return {
      items: await linesOf(parts, userId, await messagesOf(db, userId, ids)),
      next: next && writeCursor(next.arrivedAt, next.id),
      ...(next && ids.length < page.limit && { searchedTo: next.arrivedAt.toISOString() }),
    }
  }

  const get: PersonHandler<typeof api.getMessage> = async ({ userId, params }) => {
    const row = await oneMessage(db, userId, params.id)
    const [line] = row ? await linesOf(parts, userId, [row]) : []
    if (!row || !line) throw unknown()
    return detailOf(parts, userId, row, line)
  }

  const explanations: PersonHandler<typeof api.getExplanations> = async ({ userId, params, query }) => {
    const read = async () => readExplanations(db, userId, await keys.contentKeyOf(db, userId), params.id)
    const found = query.as === 'now' ? await parts.explainNow(userId, params.id) : await read()
    if (!found) throw unknown()
    return { items: found, next: null }
  }

  const onPhone: PersonHandler<typeof api.getOnPhone> = async ({ userId, params }) => {
    const sent = await deliveryToShow(db, userId, params.id, clock.now())
    if (!sent) throw new HttpError(404, 'delivery_unknown', words.of('delivery')('refusedDelivery'))
    return { ...(await parts.onPhone(userId, sent)), collected: sent.collected }
  }

  const commands: PersonHandler<typeof listCommands> = async ({ userId, params }) => {
    if (!(await oneMessage(db, userId, params.id))) throw unknown()
    return { items: await commandsOf(db, userId, params.id, words, parts.explainDeed), next: null }
  }

  const ledger: PersonHandler<typeof api.getLedger> = async ({ userId, query }) => {
    const now = clock.now()
    const tally = await tallySince(db, userId, new Date(now.getTime() - query.days * dayMs), query)
    return { ...tally, usage: await parts.usageOf(userId, now) }
  }

  const unknown = () => new HttpError(404, 'message_unknown', words.of('ledger')('refusedUnknown'))
  return { list, get, explanations, commands, onPhone, ledger }
}

function pageAsked({ standing, mailboxId, destinationId, since, until, limit }: ListQuery, before: Cursor | null): Page {
  const at = (time: string | undefined) => (time === undefined ? undefined : new Date(time))
  return { standing, mailboxId, destinationId, since: at(since), until: at(until), before, limit }
}

async function linesOf(parts: LedgerParts, userId: string, rows: MessageRow[]): Promise<MessageLine[]> {
  const ids = rows.map(r => r.id)
  const [heads, deliveries] = await Promise.all([parts.readHeads(userId, ids), deliveriesOf(parts.db, userId, ids, parts.explain)])
  return rows.map(row => lineOf(parts, row, heads.get(row.id), deliveries.get(row.id) ?? []))
}

function lineOf(parts: LedgerParts, row: MessageRow, head: MailHead | undefined, deliveries: Delivery[]): MessageLine {
  const delivery = deciding(deliveries)
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    mailboxAddress: row.mailbox_address ?? '',
    from: head?.from ?? null,
    subject: head?.subject ?? null,
    ...(head?.badge && { badge: head.badge }),
    arrivedAt: row.arrived_at.toISOString(),
    sizeBytes: row.size_bytes,
    standing: row.standing,
    reason: delivery?.reason ?? parts.explainVerdict(row.verdict_reason),
    filterName: delivery?.filterName ?? null,
    delivery,
  }
}

function lackIn({ words }: LedgerParts, view: MailView): string | null {
  const lack = lackOf(view)
  if (lack === null) return null
  const t = words.of('ledger')
  return lack === 'many_parts' ? t('lack.many_parts', { count: view.leftParts ?? 0 }) : t(`lack.${lack}`)
}

async function detailOf(parts: LedgerParts, userId: string, row: MessageRow, line: MessageLine): Promise<MessageDetail> {
  const [view, deliveries, calls, carriers, deeds] = await Promise.all([
    parts.readView(userId, row.id),
    deliveriesOf(parts.db, userId, [row.id], parts.explain),
    callsOf(parts.db, userId, row.id),
    carriersOf(parts.db, userId, row.id),
    deedsOf(parts.db, userId, row.id, parts.explainDeed),
  ])
  const failedFiles = await failedFilesOf(parts.db, userId, row.id, view, parts.explain)
  return {
    ...line,
    to: view?.to ?? [],
    cc: view?.cc ?? [],
    date: view?.date ?? null,
    body: view?.body ?? null,
    attachments: view?.attachments ?? [],
    lack: view && lackIn(parts, view),
    auth: view?.auth ?? null,
    ...(view?.sender && { sender: view.sender }),
    verdict: row.verdict ?? 'suppressed',
    verdictAt: (row.verdict_at ?? row.arrived_at).toISOString(),
    deliveries: deliveries.get(row.id) ?? [],
    calls,
    carriers,
    deeds,
    failedFiles,
  }
}
