// Handles requests about a user's messages and what happened to them.

import type { z } from 'zod/mini'
import type { listCommandsApi } from '../../../core/api/commands.ts'
import type { Delivery } from '../../../core/api/delivery.ts'
import type * as api from '../../../core/api/ledger.ts'
import type { Hidden, MessageDetail, MessageLine, OnPhone } from '../../../core/api/ledger.ts'
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import { findMissingContent } from '../../../core/message/missing.ts'
import { splitSearchWords } from '../../../core/message/search.ts'
import type { SenderBadgeKind } from '../../../core/message/sender-check/badge.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { readExplanations } from '../../filters/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { UserHandler } from '../../foundation/http/route.ts'
import { listEscalationCalls } from './calls.ts'
import { listCarriers } from './carriers.ts'
import { type Explain, readDeliveries } from './deliveries.ts'
import { type PreviewedDelivery, readDeliveryToPreview } from './delivery-to-preview.ts'
import { listFailedFiles, listMailboxActions, listPhoneCommands } from './message-details.ts'
import { decidingDelivery } from './message-state.ts'
import {
  listMessages,
  type MessageCursor,
  type MessagePage,
  type MessageRow,
  readCursor,
  readMessage,
  readMessages,
  writeCursor,
} from './messages.ts'
import type { MessageFinder } from './search/finder.ts'
import { searchMessages } from './search/search.ts'
import { countMessages } from './sum.ts'

export interface MessageHead {
  from: MailAddress | null
  subject: string | null
  badge?: SenderBadgeKind | undefined
}

export interface LedgerDeps {
  db: Db
  clock: Clock
  keys: UserKeys
  finder: MessageFinder
  words: Words
  readHeads(userId: string, ids: string[]): Promise<Map<string, MessageHead>>
  readView(userId: string, id: string): Promise<MailView | null>
  usageOf(userId: string, now: Date): Promise<{ month: string; reserved: number; delivered: number; allowance: number | null }>
  /** The sentence for a delivery's state and reason code. */
  explain: Explain
  /** The sentence for a decision's reason code. */
  explainDecision(reason: string | null): string | null
  /** The sentence for a failed mailbox action. */
  explainMailboxAction(reason: string | null): string | null
  /** Previews what the phone shows of a delivery; null when the content was erased. */
  previewDelivery(userId: string, delivery: PreviewedDelivery): Promise<{ preview: OnPhone | null; hidden: Hidden | null }>
  /** What each current filter sees in a stored message; null when it is unknown or erased. */
  explainNow(userId: string, messageId: string): Promise<FilterExplanations | null>
}

type ListQuery = z.output<typeof api.listMessagesApi.query>

const dayMs = 86_400_000

export function ledgerHandlers(deps: LedgerDeps) {
  const { db, clock, keys, words } = deps

  const list: UserHandler<typeof api.listMessagesApi> = async ({ userId, query, request }) => {
    const before = query.cursor === undefined ? null : readCursor(query.cursor)
    if (before === 'wrong') throw new HttpError(400, 'cursor_wrong', words.of('ledger')('refusedCursor'))
    const page = toPage(query, before)
    const searchWords = splitSearchWords(query.q ?? '')
    if (searchWords.length > 0) return searchPage(userId, page, searchWords, () => request.raw.socket.destroyed)
    const rows = await listMessages(db, userId, page)
    const visible = rows.slice(0, page.limit)
    const last = visible.at(-1)
    return {
      items: await toLines(deps, userId, visible),
      next: rows.length > page.limit && last ? writeCursor(last.dated_at, last.id) : null,
    }
  }

  const searchPage = async (userId: string, page: MessagePage, searchWords: string[], isDisconnected: () => boolean) => {
    const contentKeyOf = (id: string) => keys.contentKeyOf(db, id)
    const { ids, next } = await searchMessages({ db, finder: deps.finder, contentKeyOf, isDisconnected }, userId, page, searchWords)
    return {
      items: await toLines(deps, userId, await readMessages(db, userId, ids)),
      next: next && writeCursor(next.datedAt, next.id),
      ...(next && ids.length < page.limit && { searchedTo: next.datedAt.toISOString() }),
    }
  }

  const get: UserHandler<typeof api.getMessageApi> = async ({ userId, params }) => {
    const row = await readMessage(db, userId, params.id)
    const [line] = row ? await toLines(deps, userId, [row]) : []
    if (!row || !line) throw unknown()
    return toDetail(deps, userId, row, line)
  }

  const explanations: UserHandler<typeof api.getExplanationsApi> = async ({ userId, params, query }) => {
    const read = async () => readExplanations(db, userId, await keys.contentKeyOf(db, userId), params.id)
    const result = query.as === 'now' ? await deps.explainNow(userId, params.id) : await read()
    if (!result) throw unknown()
    return { items: result, next: null }
  }

  const onPhone: UserHandler<typeof api.getOnPhoneApi> = async ({ userId, params }) => {
    const delivery = await readDeliveryToPreview(db, userId, params.id, clock.now())
    if (!delivery) throw new HttpError(404, 'delivery_unknown', words.of('delivery')('refusedDelivery'))
    return { ...(await deps.previewDelivery(userId, delivery)), collected: delivery.collected }
  }

  const commands: UserHandler<typeof listCommandsApi> = async ({ userId, params }) => {
    if (!(await readMessage(db, userId, params.id))) throw unknown()
    return { items: await listPhoneCommands(db, userId, params.id, words, deps.explainMailboxAction), next: null }
  }

  const ledger: UserHandler<typeof api.getLedgerApi> = async ({ userId, query }) => {
    const now = clock.now()
    const tally = await countMessages(db, userId, new Date(now.getTime() - query.days * dayMs), query)
    return { ...tally, usage: await deps.usageOf(userId, now) }
  }

  const unknown = () => new HttpError(404, 'message_unknown', words.of('ledger')('refusedUnknown'))
  return { list, get, explanations, commands, onPhone, ledger }
}

function toPage({ state, mailboxId, destinationId, since, until, limit }: ListQuery, before: MessageCursor | null): MessagePage {
  const at = (time: string | undefined) => (time === undefined ? undefined : new Date(time))
  return { state, mailboxId, destinationId, since: at(since), until: at(until), before, limit }
}

async function toLines(deps: LedgerDeps, userId: string, rows: MessageRow[]): Promise<MessageLine[]> {
  const ids = rows.map(r => r.id)
  const [heads, deliveries] = await Promise.all([deps.readHeads(userId, ids), readDeliveries(deps.db, userId, ids, deps.explain)])
  return rows.map(row => toLine(deps, row, heads.get(row.id), deliveries.get(row.id) ?? []))
}

function toLine(deps: LedgerDeps, row: MessageRow, head: MessageHead | undefined, deliveries: Delivery[]): MessageLine {
  const delivery = decidingDelivery(deliveries)
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    mailboxAddress: row.mailbox_address ?? '',
    from: head?.from ?? null,
    subject: head?.subject ?? null,
    ...(head?.badge && { badge: head.badge }),
    arrivedAt: row.arrived_at.toISOString(),
    datedAt: row.dated_at.toISOString(),
    sizeBytes: row.size_bytes,
    state: row.state,
    reason: delivery?.reason ?? deps.explainDecision(row.decision_reason),
    filterName: delivery?.filterName ?? null,
    delivery,
  }
}

function explainMissing({ words }: LedgerDeps, view: MailView): string | null {
  const missing = findMissingContent(view)
  if (missing === null) return null
  const t = words.of('ledger')
  return missing === 'many_parts' ? t('lack.many_parts', { count: view.leftParts ?? 0 }) : t(`lack.${missing}`)
}

async function toDetail(deps: LedgerDeps, userId: string, row: MessageRow, line: MessageLine): Promise<MessageDetail> {
  const [view, deliveries, calls, carriers, mailboxActions] = await Promise.all([
    deps.readView(userId, row.id),
    readDeliveries(deps.db, userId, [row.id], deps.explain),
    listEscalationCalls(deps.db, userId, row.id),
    listCarriers(deps.db, userId, row.id),
    listMailboxActions(deps.db, userId, row.id, deps.explainMailboxAction),
  ])
  const failedFiles = await listFailedFiles(deps.db, userId, row.id, view, deps.explain)
  return {
    ...line,
    to: view?.to ?? [],
    cc: view?.cc ?? [],
    date: view?.date ?? null,
    body: view?.body ?? null,
    attachments: view?.attachments ?? [],
    missing: view && explainMissing(deps, view),
    auth: view?.auth ?? null,
    ...(view?.sender && { sender: view.sender }),
    result: row.decision ?? 'suppressed',
    decidedAt: (row.decided_at ?? row.arrived_at).toISOString(),
    deliveries: deliveries.get(row.id) ?? [],
    calls,
    carriers,
    mailboxActions,
    failedFiles,
  }
}
