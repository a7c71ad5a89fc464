// Takes back a change that decides where mail goes, and signs everybody out: whoever made it may still be signed in.

import { revokeKey } from '../../account/keys/store.ts'
import { recordActivity } from '../../account/log.ts'
import type { Auth } from '../../auth/auth.ts'
import { removeDestination } from '../../delivery/link.ts'
import type { OnFinal } from '../../delivery/outcomes/queue.ts'
import { dropExport } from '../../files/exports/store.ts'
import { changeFilter } from '../../filters/change/store.ts'
import { getFilter } from '../../filters/store.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { UndoLink } from './links.ts'

export interface TakeBackDeps {
  db: Db
  /** The real time, by which links, keys and sessions go. */
  now(): Date
  /** The time of deliveries. */
  deliveryNow(): Date
  auth: Pick<Auth, 'undo' | 'afterUndo'>
  onFinal: OnFinal
}

/** What is gone already stays gone: a link may be opened twice. */
export async function takeBack(deps: TakeBackDeps, { userId, kind, id }: UndoLink, from: { ip: string; userAgent: string | null }) {
  const at = deps.now()
  await deps.db.transaction().execute(async tx => {
    await undo(deps, tx, userId, kind, id)
    const change = kind === 'factor' || kind === 'passkey' ? { kind, id } : { kind: kind === 'password' ? kind : ('none' as const) }
    await deps.auth.undo(tx, userId, change)
    const entry = { name: 'account.change_undone', status: 'warning', userId, email: null, at, ...from } as const
    await recordActivity(tx, { ...entry, details: { change: kind }, resourceType: kind, resourceId: id })
  })
  deps.auth.afterUndo()
}

async function undo(deps: TakeBackDeps, tx: Tx, userId: string, kind: UndoLink['kind'], id: string): Promise<void> {
  if (kind === 'phone') await removeDestination(tx, userId, id, deps.deliveryNow(), deps.onFinal)
  if (kind === 'filter') await pauseFilter(tx, userId, id, deps.deliveryNow())
  if (kind === 'export') await dropExport(tx, userId, id)
  if (kind === 'key') await revokeKey(tx, userId, id, deps.now())
}

/** Paused, not removed: it may be an older filter that was changed. */
async function pauseFilter(tx: Tx, userId: string, id: string, now: Date): Promise<void> {
  const filter = await getFilter(tx, userId, id)
  if (filter) await changeFilter(tx, userId, id, { ...filter, paused: true }, now)
}
