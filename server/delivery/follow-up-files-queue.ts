// SQL for attachments sent after their message: each is a delivery, created once the message is accepted.

import { type RawBuilder, sql } from 'kysely'
import { acceptedStates, isOneOf, type State, stateRank, undeliveredStates } from '../../core/delivery/states.ts'
import { state, stateList } from '../foundation/db/delivery-states.ts'
import type { Db, Tx } from '../foundation/db/pool.ts'
import { newId } from '../foundation/seal.ts'
import type { DeliveryKind } from './queue.ts'

interface Change {
  row: { user_id: string; id: string; kind: DeliveryKind; digest_id: string | null; files: number[] | null; state: State }
  after: { state: State }
}

/** Runs in the transaction that records the emails as accepted. Each file is sent to a phone once, and again if it did not arrive. */
export async function addFollowUpFiles(tx: Tx, changes: Change[], now: Date): Promise<void> {
  const accepted = changes.filter(isNewlyAccepted)
  const items = accepted.flatMap(({ row }) =>
    (row.files ?? []).map((part, n) => ({ n, user_id: row.user_id, of: row.id, part, id: newId(now) })),
  )
  if (items.length === 0) return
  await sql`
    insert into deliveries (user_id, id, kind, part, message_id, filter_id, destination_id, state, attempts, redact, show, created_at, updated_at)
    select d.user_id, i.id, 'attachment', i.part, d.message_id, d.filter_id, d.destination_id, ${state('queued')}, 0, d.redact, d.show,
      ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (n int, user_id uuid, of uuid, part int, id uuid)
    join deliveries d on d.user_id = i.user_id and d.id = i.of
    where d.message_id is not null and not d.as_link and not exists (
      select 1 from deliveries m where m.user_id = d.user_id and m.message_id = d.message_id and m.destination_id = d.destination_id
        and m.kind = 'mail' and m.carries = i.part and (m.id = d.id or m.state in ${stateList(acceptedStates)}))
    order by i.of, i.n
    on conflict (user_id, message_id, destination_id, part) where kind = 'attachment' do update
      set ${resetForResend(now)} where deliveries.state in ${stateList(undeliveredStates)}`.execute(tx)
}

/** Excludes emails in a digest, which only names them. */
const isNewlyAccepted = ({ row, after }: Change): boolean =>
  (row.kind === 'mail' || row.kind === 'shown') &&
  row.digest_id === null &&
  (row.files ?? []).length > 0 &&
  stateRank(row.state) < stateRank('accepted') &&
  isOneOf(acceptedStates, after.state)

/** Recorded before the email is sent: a file it contains itself is not sent after it. */
export async function recordCarriedFile(db: Db, userId: string, deliveryId: string, part: number | null): Promise<void> {
  await db.updateTable('deliveries').set({ carries: part }).where('user_id', '=', userId).where('id', '=', deliveryId).execute()
}

/** Puts a delivery back into its lane as if it were new. */
export const resetForResend = (
  now: Date,
): RawBuilder<unknown> => sql`state = ${state('queued')}, reason = null, due_at = null, wamid = null, resent_at = ${now},
  accepted_at = null, sent_at = null, delivered_at = null, read_at = null, failed_at = null, updated_at = ${now}`

/** The files that follow an email, and which file of its email a delivery is. */
export interface FollowUpFile {
  /** The part numbers of the files that follow; null: its filter sends none. */
  files: number[] | null
  part: number | null
  asLink: boolean
  /** The part number of the file sent with the email itself as its caption. */
  carries: number | null
}

export async function readFollowUpFile(db: Db, userId: string, deliveryId: string): Promise<FollowUpFile | null> {
  const row = await db
    .selectFrom('deliveries')
    .select(['files', 'part', 'as_link', 'carries'])
    .where('user_id', '=', userId)
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  return row ? { files: row.files, part: row.part, asLink: row.as_link, carries: row.carries } : null
}

/** The files that the same filter forwards with the same email to another phone; null if none. */
export async function readForwardedFiles(db: Db, userId: string, messageId: string, filterId: string | null): Promise<number[] | null> {
  const row = await db
    .selectFrom('deliveries')
    .select('files')
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('filter_id', '=', filterId)
    .where('kind', '=', 'mail')
    .limit(1)
    .executeTakeFirst()
  return row?.files ?? null
}
