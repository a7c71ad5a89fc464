// What a message's page lists beside its deliveries: actions in its mailbox, files that failed, commands from phones.
import { CommandKind, type PhoneCommand } from '../../../core/api/commands.ts'
import type { FailedFile, MailboxAction } from '../../../core/api/ledger.ts'
import { missedStates, State } from '../../../core/delivery/states.ts'
import { NoReply } from '../../../core/message/reply/shapes.ts'
import type { MailView } from '../../../core/message/view.ts'
import type { Words } from '../../../core/words/words.ts'
import { listCommands } from '../../delivery/commands/store.ts'
import type { Db } from '../../foundation/db/pool.ts'
import type { Explain } from './deliveries.ts'

type ExplainAction = (reason: string | null) => string | null

/** More of them than anybody taps are not shown. */
const mostShown = 100

/** What filters did first, then what the person asked for, the oldest first. `explain` turns the reason code into a sentence for the owner. */
export async function mailboxActionsOf(db: Db, userId: string, messageId: string, explain: ExplainAction): Promise<MailboxAction[]> {
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
    .limit(mostShown)
    .execute()
  return rows.map(({ source, kind, folder, filter_id, destination_id, state, reason, created_at, name }) => ({
    by: source === 'filter' ? 'filter' : destination_id === null ? 'screen' : 'phone',
    ...{ kind, folder, filterId: filter_id, filterName: name, state, reason: explain(reason) },
    at: source === 'filter' ? null : created_at.toISOString(),
  }))
}

/** In their order; a file's name is null once what is kept of its mail was erased, or where it has none. */
export async function failedFilesOf(
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

/** The oldest first. `explainAction` has the sentence for what could not be done in the mailbox. */
export async function commandsOf(
  db: Db,
  userId: string,
  messageId: string,
  words: Words,
  explainAction: ExplainAction,
): Promise<PhoneCommand[]> {
  const rows = await listCommands(db, userId, messageId)
  return rows.map(({ id, command, phone, state, reason, created_at, until }) => ({
    ...{ id, command: CommandKind.parse(command), phone: phone ?? '', state },
    reason: reason === null ? null : (sentenceOf(words, reason) ?? explainAction(reason)),
    at: created_at.toISOString(),
    until: until?.toISOString() ?? null,
  }))
}

/** Ours, why there is no filter, or why an invitation was not answered. */
function sentenceOf(words: Words, reason: string): string | null {
  if (isOurs(reason)) return words.of('commands')(`reason.${reason}`)
  const ofFilter = Object.entries(ofFilters).find(([known]) => known === reason)?.[1]
  if (ofFilter) return words.of('phonefilter')(ofFilter)
  const unanswered = NoReply.safeParse(reason)
  return unanswered.success ? words.of('reply')(`refused.${unanswered.data}`) : null
}

const ofFilters = {
  filter_no_sender: 'refused.no_sender',
  filter_several_senders: 'refused.several_senders',
  filter_full: 'refused.full',
  filter_too_many: 'refused.too_many',
  filter_lapsed: 'lapsed',
} as const

const ours = ['rights', 'gone', 'on_web', 'no_files', 'left', 'undone'] as const
const isOurs = (reason: string): reason is (typeof ours)[number] => ours.some(known => known === reason)
