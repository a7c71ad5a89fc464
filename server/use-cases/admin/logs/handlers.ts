// Handles the console's log: entries with filters, their details, CSV and live tail.
import type * as api from '../../../../core/api/admin/logs.ts'
import { listRoles } from '../../../account/store.ts'
import type { CsvFile } from '../../../foundation/http/csv.ts'
import type { AuthenticatedRequest, StreamHandler, UserHandler } from '../../../foundation/http/route.ts'
import { seesMoney } from '../subscriptions/deps.ts'
import { type ChainHandlers, logChainHandlers } from './chain.ts'
import type { LogDeps } from './deps.ts'
import { readLogDetail } from './detail.ts'
import { toLogCsv } from './file.ts'
import { readLogSearch } from './filters.ts'
import { listLogPage, listNewestLogs, since } from './query.ts'
import { tailBatch, tailLogs } from './tail.ts'
import { type LogViewHandlers, logViewHandlers } from './views.ts'

export interface LogHandlers {
  list: UserHandler<typeof api.listLogsApi>
  get: UserHandler<typeof api.getLogApi>
  csv(request: AuthenticatedRequest<typeof api.exportLogsApi>): Promise<CsvFile>
  tail: StreamHandler<typeof api.tailLogsApi>
  views: LogViewHandlers
  chain: ChainHandlers
}

export function logHandlers(deps: LogDeps): LogHandlers {
  const { db, now, sleep, say } = deps
  return {
    async list({ query: { cursor, limit, ...filters } }) {
      return listLogPage(db, await readLogSearch(db, filters, say), cursor, limit)
    },
    async get({ params, userId }) {
      const reader = { seesMoney: await seesMoney({ rolesOf: staffId => listRoles(db, staffId) }, userId) }
      return readLogDetail(db, params.id, reader, say)
    },
    async csv({ query }) {
      return toLogCsv(db, await readLogSearch(db, query, say), now())
    },
    async tail({ query }, send, closed) {
      const search = await readLogSearch(db, query, say)
      const readSince = (at: Date) => listNewestLogs(db, since(search, at), tailBatch)
      await tailLogs({ now, sleep, readSince }, send, closed)
    },
    views: logViewHandlers(deps),
    chain: logChainHandlers(deps),
  }
}
