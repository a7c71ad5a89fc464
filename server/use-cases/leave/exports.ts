// Answers requests for data exports: one at a time, a few a day.
import type * as api from '../../../core/api/exports.ts'
import type { ExportLine } from '../../../core/api/exports.ts'
import type { Translate } from '../../../core/words/words.ts'
import { originOf, record } from '../../account/log.ts'
import { countLogs } from '../../account/store.ts'
import { dropExport, type ExportRow, insertExport, listExports, openExport } from '../../files/exports/store.ts'
import type { PersonKeys } from '../../foundation/db/keys.ts'
import type { Db, Tx } from '../../foundation/db/pool.ts'
import type { Download } from '../../foundation/http/download.ts'
import { HttpError } from '../../foundation/http/errors.ts'
import type { PersonHandler, PersonRequest } from '../../foundation/http/route.ts'
import { newId } from '../../foundation/seal.ts'

export interface ExportDeps {
  db: Db
  now(): Date
  keys: Pick<PersonKeys, 'contentKeyOf'>
  say: Translate<'exports'>
  /** Of how many parts a copy is. */
  parts: number
  /** Somebody waits. */
  wake(): void
}

export interface ExportHandlers {
  list: PersonHandler<typeof api.listExportsApi>
  start: PersonHandler<typeof api.startExportApi>
  remove: PersonHandler<typeof api.removeExportApi>
  download(ask: PersonRequest<typeof api.downloadExportApi>): Promise<Download>
}

const dayMs = 86_400_000
const mostADay = 3
const created = 'export.created'

export function exportHandlers({ db, now, keys, say, parts, wake }: ExportDeps): ExportHandlers {
  const unknown = () => new HttpError(404, 'export_unknown', say('refused.unknown'))
  const log = (
    to: Db | Tx,
    ask: Pick<PersonRequest<typeof api.startExportApi>, 'userId' | 'request'>,
    name: string,
    id: string,
    at: Date,
  ) =>
    record(to, {
      name,
      status: 'success',
      userId: ask.userId,
      email: null,
      ...originOf(ask.request, at),
      details: {},
      resourceType: 'export',
      resourceId: id,
    })
  return {
    list: async ({ userId }) => ({ items: (await listExports(db, userId)).map(row => lineOf(say, row)), next: null }),
    async start(ask) {
      const at = now()
      const row = await db.transaction().execute(async tx => {
        // In the log, since a copy that was made counts also when it is deleted.
        if ((await countLogs(tx, ask.userId, created, new Date(at.getTime() - dayMs))) >= mostADay)
          throw new HttpError(429, 'too_many_exports', say('refused.many', { count: mostADay }))
        const made = await insertExport(tx, ask.userId, { id: newId(at), parts, now: at })
        if (!made) throw new HttpError(409, 'export_under_way', say('refused.underWay'))
        await log(tx, ask, created, made.id, at)
        return made
      })
      wake()
      return lineOf(say, row)
    },
    async remove({ userId, params }) {
      if (!(await dropExport(db, userId, params.id))) throw unknown()
      return {}
    },
    async download(ask) {
      const { userId, params } = ask
      const at = now()
      const ready = await openExport(db, userId, params.id, at)
      if (!ready) throw unknown()
      await log(db, ask, 'export.downloaded', params.id, at)
      const contentKey = await keys.contentKeyOf(db, userId)
      const name = `mailferry-${ready.row.created_at.toISOString().slice(0, 10)}.zip`
      return { type: 'application/zip', name, sizeBytes: ready.sizeBytes, bytes: ready.bytes(contentKey) }
    },
  }
}

const lineOf = (say: Translate<'exports'>, row: ExportRow): ExportLine => ({
  id: row.id,
  state: row.state,
  done: row.done,
  parts: row.parts,
  reason: row.reason && say(`failed.${row.reason}`),
  sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
})
