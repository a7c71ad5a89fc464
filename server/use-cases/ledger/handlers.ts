// Answers requests about what became of a user's messages.

import type { z } from 'zod/mini'
import type { listCommandsApi } from '../../../core/api/commands.ts'
import type { Delivery } from '../../../core/api/delivery.ts'
import type * as api from '../../../core/api/ledger.ts'
import type { Hidden, MessageDetail, MessageLine, OnPhone } from '../../../core/api/ledger.ts'
import type { FilterExplanations } from '../../../core/filters/explanation.ts'
import { lackOf } from '../../../core/message/lack.ts'
import { wordsOf } from '../../../core/message/search.ts'
import type { Badge } from '../../../core/message/sender-check/badge.ts'
import type { MailAddress, MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { readExplanations } from '../../filters/store.ts'
import type { Clock } from '../../foundation/clock.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db } from '../../foundation/db/pool.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { PersonHandler } from '../../foundation/http/route.ts'
import { callsOf } from './calls.ts'
import { carriersOf } from './carriers.ts'
import { deliveriesOf, type Explain } from './deliveries.ts'
import { deliveryToShow, type PreviewedDelivery } from './delivery-to-preview.ts'
import { commandsOf, failedFilesOf, mailboxActionsOf } from './message-details.ts'
import { decidingDelivery } from './message-state.ts'
import {
  type MessageCursor,
  type MessagePage,
  type MessageRow,
  messagesOf,
  oneMessage,
  pageOfMessages,
  readCursor,
  writeCursor,
} from './messages.ts'
import type { Finder } from './search/finder.ts'
import { search } from './search/search.ts'
import { tallySince } from './sum.ts'

export interface MailHead {
  from: MailAddress | null
  subject: string | null
  badge?: Badge | undefined
}

export interface LedgerDeps {
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
  explainDecision(reason: string | null): string | null
  /** The sentence for what could not be done in the mailbox. */
  explainMailboxAction(reason: string | null): string | null
  /** What the phone shows of a delivery; null where the contents were erased. */
  onPhone(userId: string, sent: PreviewedDelivery): Promise<{ preview: OnPhone | null; hidden: Hidden | null }>
  /** What each filter of today sees in a kept mail; null when the message is unknown or its content erased. */
  explainNow(userId: string, messageId: string): Promise<FilterExplanations | null>
}

type ListQuery = z.output<typeof api.listMessagesApi.query>

const dayMs = 86_400_000

export function ledgerHandlers(deps: LedgerDeps) {
  const { db, clock, keys, words } = deps

  const list: PersonHandler<typeof api.listMessagesApi> = async ({ userId, query, request }) => {
    const before = query.cursor === undefined ? null : readCursor(query.cursor)
    if (before === 'wrong') throw new HttpError(400, 'cursor_wrong', words.of('ledger')('refusedCursor'))
    const page = pageAsked(query, before)
    const sought = wordsOf(query.q ?? '')
    if (sought.length > 0) return searched(userId, page, sought, () => request.raw.socket.destroyed)
    const rows = await pageOfMessages(db, userId, page)
    const shown = rows.slice(0, page.limit)
    const last = shown.at(-1)
    return {
      items: await linesOf(deps, userId, shown),
      next: rows.length > page.limit && last ? writeCursor(last.arrived_at, last.id) : null,
    }
  }

  const searched = async (userId: string, page: MessagePage, sought: string[], isLeft: () => boolean) => {
    const contentKeyOf = (id: string) => keys.contentKeyOf(db, id)
    const { ids, next } = await search({ db, finder: deps.finder, contentKeyOf, isLeft }, userId, page, sought)
    return {
      items: await linesOf(deps, userId, await messagesOf(db, userId, ids)),
      next: next && writeCursor(next.arrivedAt, next.id),
      ...(next && ids.length < page.limit && { searchedTo: next.arrivedAt.toISOString() }),
    }
  }

  const get: PersonHandler<typeof api.getMessageApi> = async ({ userId, params }) => {
    const row = await oneMessage(db, userId, params.id)
    const [line] = row ? await linesOf(deps, userId, [row]) : []
    if (!row || !line) throw unknown()
    return detailOf(deps, userId, row, line)
  }

  const explanations: PersonHandler<typeof api.getExplanationsApi> = async ({ userId, params, query }) => {
    const read = async () => readExplanations(db, userId, await keys.contentKeyOf(db, userId), params.id)
    const found = query.as === 'now' ? await deps.explainNow(userId, params.id) : await read()
    if (!found) throw unknown()
    return { items: found, next: null }
  }

  const onPhone: PersonHandler<typeof api.getOnPhoneApi> = async ({ userId, params }) => {
    const sent = await deliveryToShow(db, userId, params.id, clock.now())
    if (!sent) throw new HttpError(404, 'delivery_unknown', words.of('delivery')('refusedDelivery'))
    return { ...(await deps.onPhone(userId, sent)), collected: sent.collected }
  }

  const commands: PersonHandler<typeof listCommandsApi> = async ({ userId, params }) => {
    if (!(await oneMessage(db, userId, params.id))) throw unknown()
    return { items: await commandsOf(db, userId, params.id, words, deps.explainMailboxAction), next: null }
  }

  const ledger: PersonHandler<typeof api.getLedgerApi> = async ({ userId, query }) => {
    const now = clock.now()
    const tally = await tallySince(db, userId, new Date(now.getTime() - query.days * dayMs), query)
    return { ...tally, usage: await deps.usageOf(userId, now) }
  }

  const unknown = () => new HttpError(404, 'message_unknown', words.of('ledger')('refusedUnknown'))
  return { list, get, explanations, commands, onPhone, ledger }
}

function pageAsked({ state, mailboxId, destinationId, since, until, limit }: ListQuery, before: MessageCursor | null): MessagePage {
  const at = (time: string | undefined) => (time === undefined ? undefined : new Date(time))
  return { state, mailboxId, destinationId, since: at(since), until: at(until), before, limit }
}

async function linesOf(deps: LedgerDeps, userId: string, rows: MessageRow[]): Promise<MessageLine[]> {
  const ids = rows.map(r => r.id)
  const [heads, deliveries] = await Promise.all([deps.readHeads(userId, ids), deliveriesOf(deps.db, userId, ids, deps.explain)])
  return rows.map(row => lineOf(deps, row, heads.get(row.id), deliveries.get(row.id) ?? []))
}

function lineOf(deps: LedgerDeps, row: MessageRow, head: MailHead | undefined, deliveries: Delivery[]): MessageLine {
  const delivery = decidingDelivery(deliveries)
  return {
    id: row.id,
    mailboxId: row.mailbox_id,
    mailboxAddress: row.mailbox_address ?? '',
    from: head?.from ?? null,
    subject: head?.subject ?? null,
    ...(head?.badge && { badge: head.badge }),
    arrivedAt: row.arrived_at.toISOString(),
    sizeBytes: row.size_bytes,
    state: row.state,
    reason: delivery?.reason ?? deps.explainDecision(row.decision_reason),
    filterName: delivery?.filterName ?? null,
    delivery,
  }
}

function lackIn({ words }: LedgerDeps, view: MailView): string | null {
  const lack = lackOf(view)
  if (lack === null) return null
  const t = words.of('ledger')
  return lack === 'many_parts' ? t('lack.many_parts', { count: view.leftParts ?? 0 }) : t(`lack.${lack}`)
}

async function detailOf(deps: LedgerDeps, userId: string, row: MessageRow, line: MessageLine): Promise<MessageDetail> {
  const [view, deliveries, calls, carriers, mailboxActions] = await Promise.all([
    deps.readView(userId, row.id),
    deliveriesOf(deps.db, userId, [row.id], deps.explain),
    callsOf(deps.db, userId, row.id),
    carriersOf(deps.db, userId, row.id),
    mailboxActionsOf(deps.db, userId, row.id, deps.explainMailboxAction),
  ])
  const failedFiles = await failedFilesOf(deps.db, userId, row.id, view, deps.explain)
  return {
    ...line,
    to: view?.to ?? [],
    cc: view?.cc ?? [],
    date: view?.date ?? null,
    body: view?.body ?? null,
    attachments: view?.attachments ?? [],
    missing: view && lackIn(deps, view),
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
