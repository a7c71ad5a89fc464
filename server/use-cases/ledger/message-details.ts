// Reads what a message's page lists besides its deliveries: mailbox actions, failed files, commands from phones.
import { CommandKind, type PhoneCommand } from '../../../core/api/commands.ts'
import type { FailedFile, MailboxAction } from '../../../core/api/ledger.ts'
import { missedStates, State } from '../../../core/delivery/states.ts'
import { ReplyRefusal } from '../../../core/message/reply/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { listCommands } from '../../delivery/commands/store.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Explain } from './deliveries.ts'

type ExplainAction = (reason: string | null) => string | null

/** More than anybody would tap. */
const maxRows = 100

/** Filters' actions first, then the user's, oldest first. `explain` turns a reason code into a sentence for the owner. */
export async function listMailboxActions(db: Db, userId: string, messageId: string, explain: ExplainAction): Promise<MailboxAction[]> {
  const rows = await db
    .selectFrom('mailbox_actions as a')
    .leftJoin('filters', j => j.onRef('filters.user_id', '=', 'a.user_id').onRef('filters.id', '=', 'a.filter_id'))
    .where('a.user_id', '=', userId)
    .where('a.message_id', '=', messageId)
    .select(['a.source', 'a.kind', 'a.folder', 'a.filter_id', 'a.destination_id', 'a.state', 'a.reason', 'a.created_at', 'filters.name'])
    .orderBy('a.source')
    .orderBy(e => e.case().when('a.source', '=', 'filter').then(e.ref('a.kind')).end())
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(maxRows)
    .execute()
  return rows.map(({ source, kind, folder, filter_id, destination_id, state, reason, created_at, name }) => ({
    by: source === 'filter' ? 'filter' : destination_id === null ? 'screen' : 'phone',
    ...{ kind, folder, filterId: filter_id, filterName: name, state, reason: explain(reason) },
    at: source === 'filter' ? null : created_at.toISOString(),
  }))
}

/** In file order; a file's name is null when it has none, or when the message was erased. */
export async function listFailedFiles(
  db: Db,
  userId: string,
  messageId: string,
  view: MailView | null,
  explain: Explain,
): Promise<FailedFile[]> {
  const rows = await db
    .selectFrom('deliveries as d')
    .leftJoin('destinations as p', j => j.onRef('p.user_id', '=', 'd.user_id').onRef('p.id', '=', 'd.destination_id'))
    .select(['d.part', 'd.state', 'd.reason', 'p.name'])
    .where('d.user_id', '=', userId)
    .where('d.message_id', '=', messageId)
    .where('d.kind', '=', 'attachment')
    .where('d.state', 'in', missedStates)
    .orderBy('d.part')
    .orderBy('d.seq')
    .limit(100)
    .execute()
  return rows.map(({ part, state, reason, name }) => ({
    name: (part === null ? null : view?.files?.items[part]?.name) || null,
    destinationName: name ?? '',
    reason: explain(State.parse(state), reason),
  }))
}

/** Oldest first. `explainAction` explains a failed mailbox action. */
export async function listPhoneCommands(
  db: Db,
  userId: string,
  messageId: string,
  words: Words,
  explainAction: ExplainAction,
): Promise<PhoneCommand[]> {
  const rows = await listCommands(db, userId, messageId)
  return rows.map(({ id, command, phone, state, reason, created_at, until }) => ({
    ...{ id, command: CommandKind.parse(command), phone: phone ?? '', state },
    reason: reason === null ? null : (toReasonText(words, reason) ?? explainAction(reason)),
    at: created_at.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}

/** A reason of a command itself, of a filter that was not saved, or of an invitation that was not answered. */
function toReasonText(words: Words, reason: string): string | null {
  if (isCommandReason(reason)) return words.of('commands')(`reason.${reason}`)
  const filterReason = Object.entries(filterReasons).find(([key]) => key === reason)?.[1]
  if (filterReason) return words.of('phonefilter')(filterReason)
  const replyRefusal = ReplyRefusal.safeParse(reason)
  return replyRefusal.success ? words.of('reply')(`refused.${replyRefusal.data}`) : null
}

const filterReasons = {
  filter_no_sender: 'refused.no_sender',
  filter_several_senders: 'refused.several_senders',
  filter_full: 'refused.full',
  filter_too_many: 'refused.too_many',
  filter_lapsed: 'lapsed',
} as const

const commandReasons = ['rights', 'gone', 'on_web', 'no_files', 'left', 'undone'] as const
const isCommandReason = (reason: string): reason is (typeof commandReasons)[number] => commandReasons.some(key => key === reason)
