// Handles the saved views of the console's log.
import type * as api from '../../../../core/api/admin/logs.ts'
import { addLogView, listLogViews, maxLogViews, removeLogView, renameLogView } from '../../../account/log-views/store.ts'
import { recordStaffAction, type StaffRequest } from '../../../account/staff-log.ts'
import { listRoles } from '../../../account/store.ts'
import type { Tx } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { UserHandler } from '../../../foundation/http/route.ts'
import { newId } from '../../../foundation/seal.ts'
import type { LogDeps } from './deps.ts'

export interface LogViewHandlers {
  list: UserHandler<typeof api.listLogViewsApi>
  add: UserHandler<typeof api.addLogViewApi>
  rename: UserHandler<typeof api.renameLogViewApi>
  remove: UserHandler<typeof api.removeLogViewApi>
}

/** Staff change their own views; administrators also those that others share. */
export function logViewHandlers({ db, now, say }: LogDeps): LogViewHandlers {
  const record = (tx: Tx, staff: StaffRequest, name: string, id: string, after: Record<string, unknown> | null = null) =>
    recordStaffAction(tx, staff, now(), { name: `log_view.${name}`, resourceType: 'log_view', resourceId: id, after })
  const isAdmin = async (tx: Tx, userId: string) => (await listRoles(tx, userId)).includes('admin')
  const missing = () => new HttpError(404, 'not_found', say('views.missing'))
  return {
    list: async ({ userId }) => ({ items: await listLogViews(db, userId) }),
    add: ({ userId, request, body }) =>
      db.transaction().execute(async tx => {
        const added = await addLogView(tx, userId, { id: newId(now()), ...body }, now())
        if (!added) throw new HttpError(409, 'too_many_views', say('views.tooMany', { n: maxLogViews }))
        await record(tx, { userId, request }, 'added', added.id, { isShared: added.isShared })
        return added
      }),
    rename: ({ userId, request, params, body }) =>
      db.transaction().execute(async tx => {
        const renamed = await renameLogView(tx, userId, params.id, body.name, await isAdmin(tx, userId))
        if (!renamed) throw missing()
        await record(tx, { userId, request }, 'renamed', params.id)
        return renamed
      }),
    remove: ({ userId, request, params }) =>
      db.transaction().execute(async tx => {
        if (!(await removeLogView(tx, userId, params.id, await isAdmin(tx, userId)))) throw missing()
        await record(tx, { userId, request }, 'removed', params.id)
        return {}
      }),
  }
}
