// Answers with the state of the log's chain, and verifies the chain for the console.
import { sql } from 'kysely'
import type * as api from '../../../../core/api/admin/logs.ts'
import { readEnds } from '../../../account/log-chain/ends-owners.ts'
import { isUnchanged } from '../../../account/log-chain/findings.ts'
import { listVerifications } from '../../../account/log-chain/verifications-owners.ts'
import { verifyAndKeep } from '../../../account/log-chain/verify.ts'
import { recordStaffAction } from '../../../account/staff-log.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { StreamHandler, UserHandler } from '../../../foundation/http/route.ts'
import type { LogDeps } from './deps.ts'

export interface ChainHandlers {
  get: UserHandler<typeof api.getLogChainApi>
  verify: StreamHandler<typeof api.verifyLogsApi>
}

const shownVerifications = 5
const maxWaiting = 1000

export function logChainHandlers({ db, now, say, chain, retention }: LogDeps): ChainHandlers {
  let isVerifying = false
  return {
    async get() {
      const ends = await readEnds(db)
      const { days, isSet } = retention()
      return {
        keptDays: days,
        isKeptSet: isSet,
        position: Number(ends?.position ?? 0),
        hash: ends?.hash.toString('hex') ?? '',
        sealedAt: ends?.drained_at?.toISOString() ?? null,
        waiting: await countWaiting(db),
        verifications: await listVerifications(db, shownVerifications),
      }
    },
    async verify({ userId, request }, send, closed) {
      // A verification reads the whole log, so only one may run at a time.
      if (isVerifying) throw new HttpError(409, 'already_verifying', say('verify.busy'))
      isVerifying = true
      try {
        const onProgress = (checked: number, entries: number) => send({ kind: 'progress', checked, entries })
        const result = await verifyAndKeep(chain, userId, { onProgress, signal: closed })
        const { checked, changed, missing, inserted } = result
        await recordStaffAction(db, { userId, request }, now(), {
          name: isUnchanged(result) ? 'log.verified' : 'log.differs',
          ...{ resourceType: 'log', resourceId: null, after: { checked, changed, missing, inserted } },
        })
        send({ kind: 'result', result })
      } catch (error) {
        // The caller has disconnected, so nobody is waiting for the result.
        if (!closed.aborted) throw error
      } finally {
        isVerifying = false
      }
    },
  }
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select 1 from activity_logs where not is_sealed limit ${maxWaiting}) waiting`.execute(db)
  return rows[0]?.count ?? 0
}
