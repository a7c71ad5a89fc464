// Handles requests for data exports: one at a time, and a few per day.
import type * as api from '../../../core/api/exports.ts'
import type { ExportLine } from '../../../core/api/exports.ts'
import type { Translate } from '../../../core/words/words.ts'
import { readOrigin, recordActivity } from '../../account/log.ts'
import { countLogs, insertLog } from '../../account/store.ts'
import { dropExport, type ExportRow, insertExport, listExports, openExport } from '../../files/exports/store.ts'
import type { UserKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Authenticated } from '../../foundation/http/authentication.ts'
import type { Download } from '../../foundation/http/download.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'

export interface ExportDeps {
  db: Db
  now(): Date
  keys: Pick<UserKeys, 'contentKeyOf'>
  say: Translate<'exports'>
  /** Throws unless the caller has proven in the last minutes who they are. */
  requireProof(caller: Authenticated): Promise<void>
  /** How many sections an export has. */
  parts: number
  /** Emails the user that an export was started in their name, in its transaction. */
  announce(tx: Tx, userId: string, exportId: string): Promise<void>
  /** Starts the job that builds waiting exports. */
  wake(): void
}

export type StartExportDeps = Omit<ExportDeps, 'keys' | 'announce' | 'requireProof'>

/** Starts an export for its user. */
export type StartExport = (userId: string, logged: (tx: Tx, exportId: string, at: Date) => Promise<void>) => Promise<ExportRow>

export interface ExportHandlers {
  list: UserHandler<typeof api.listExportsApi>
  start: UserHandler<typeof api.startExportApi>
  remove: UserHandler<typeof api.removeExportApi>
  download(request: AuthenticatedRequest<typeof api.downloadExportApi>): Promise<Download>
}

const dayMs = 86_400_000
const maxPerDay = 3
/** In the user's log for each export, whoever started it. */
const exportCreated = 'export.created'

export function exportHandlers(deps: ExportDeps): ExportHandlers {
  const { db, now, keys, say, announce, requireProof } = deps
  const startExport = openStartExport(deps)
  const unknown = () => new HttpError(404, 'export_unknown', say('refused.unknown'))
  const log = (
    to: Db | Tx,
    request: Pick<AuthenticatedRequest<typeof api.startExportApi>, 'userId' | 'request'>,
    name: string,
    id: string,
    at: Date,
  ) =>
    recordActivity(to, {
      name,
      status: 'success',
      userId: request.userId,
      email: null,
      ...readOrigin(request.request, at),
      details: {},
      resourceType: 'export',
      resourceId: id,
    })
  return {
    list: async ({ userId }) => ({ items: (await listExports(db, userId)).map(row => toExportLine(say, row)), next: null }),
    start: async request =>
      toExportLine(
        say,
        await startExport(request.userId, async (tx, exportId, at) => {
          await log(tx, request, exportCreated, exportId, at)
          await announce(tx, request.userId, exportId)
        }),
      ),
    async remove({ userId, params }) {
      if (!(await dropExport(db, userId, params.id))) throw unknown()
      return {}
    },
    async download(request) {
      const { userId, sessionId, params } = request
      await requireProof({ userId, sessionId })
      const at = now()
      const ready = await openExport(db, userId, params.id, at)
      if (!ready) throw unknown()
      await log(db, request, 'export.downloaded', params.id, at)
      const contentKey = await keys.contentKeyOf(db, userId)
      const name = `mailferry-${ready.row.created_at.toISOString().slice(0, 10)}.zip`
      return { type: 'application/zip', name, sizeBytes: ready.sizeBytes, bytes: ready.bytes(contentKey) }
    },
  }
}

/** `logged` writes the entry that counts towards the user's exports of a day. */
export const openStartExport =
  ({ db, now, say, parts, wake }: StartExportDeps): StartExport =>
  async (userId, logged) => {
    const at = now()
    const row = await db.transaction().execute(async tx => {
      // Counted in the log, because deleted exports count too.
      if ((await countLogs(tx, userId, exportCreated, new Date(at.getTime() - dayMs))) >= maxPerDay)
        throw new HttpError(429, 'too_many_exports', say('refused.many', { count: maxPerDay }))
      const inserted = await insertExport(tx, userId, { id: newId(at), parts, now: at })
      if (!inserted) throw new HttpError(409, 'export_under_way', say('refused.underWay'))
      await logged(tx, inserted.id, at)
      return inserted
    })
    wake()
    return row
  }

/** An export that staff started for its user, who sees that in their log. */
export const openExportForUser =
  (deps: StartExportDeps) =>
  async (userId: string, record: (tx: Tx, exportId: string) => Promise<void>): Promise<void> => {
    await openStartExport(deps)(userId, async (tx, exportId, at) => {
      await insertLog(tx, userId, {
        ...{ id: newId(at), action: exportCreated, status: 'success', details: JSON.stringify({ by: 'staff' }), created_at: at },
        ...{ resource_type: 'export', resource_id: exportId },
      })
      await record(tx, exportId)
    })
  }

const toExportLine = (say: Translate<'exports'>, row: ExportRow): ExportLine => ({
  id: row.id,
  state: row.state,
  done: row.done,
  parts: row.parts,
  reason: row.reason && say(`failed.${row.reason}`),
  sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
})
