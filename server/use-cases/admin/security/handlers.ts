// Answers requests of the console's security page.
import type * as secretsApi from '../../../../core/api/admin/secrets.ts'
import type * as api from '../../../../core/api/admin/security.ts'
import { recordStaffAction } from '../../../account/staff-log.ts'
import type { StaffActions } from '../../../auth/by-staff/actions.ts'
import type { KeyRotation } from '../../../auth/key-rotation.ts'
import { elapsed } from '../../../foundation/clock.ts'
import { forEverybody } from '../../../foundation/db/abandoned.ts'
import type { CsvFile } from '../../../foundation/http/csv.ts'
import { HttpError } from '../../../foundation/http/errors.ts'
import type { AuthenticatedRequest, UserHandler } from '../../../foundation/http/route.ts'
import { type BlockDeps, type BlockHandlers, blockHandlers } from './blocks/handlers.ts'
import { type BomHandlers, bomHandlers } from './bom/handlers.ts'
import { type FailureDeps, readFailures } from './failures.ts'
import { type AnyKeyHandlers, anyKeyHandlers } from './key-handlers.ts'
import { everyRow, filePage } from './rows.ts'
import { readSecondFactors } from './second-factors.ts'
import { readSecrets, type SecretSources } from './secrets.ts'
import { isStaff, readStaffSessions } from './staff-sessions.ts'
import { readSuspicions } from './suspicions.ts'

export interface SecurityDeps extends BlockDeps, FailureDeps {
  byStaff: Pick<StaffActions, 'endSessions'>
  signingKeys: Omit<KeyRotation, 'sweep'>
  /** How long a session lasts at most. */
  sessionMs: number
  secrets: SecretSources
  lockFile: URL
}

type Csv<S extends typeof api.exportBlocksApi | typeof api.exportFailedSignInsApi | typeof api.exportSuspicionsApi> = (
  request: AuthenticatedRequest<S>,
) => Promise<CsvFile>

export interface SecurityHandlers {
  failures: { list: UserHandler<typeof api.listFailedSignInsApi>; file: Csv<typeof api.exportFailedSignInsApi> }
  blocks: BlockHandlers
  suspicions: { list: UserHandler<typeof api.listSuspicionsApi>; file: Csv<typeof api.exportSuspicionsApi> }
  factors: UserHandler<typeof api.getSecondFactorsApi>
  sessions: { list: UserHandler<typeof api.listStaffSessionsApi>; end: UserHandler<typeof api.endStaffSessionsApi> }
  keys: AnyKeyHandlers
  bom: BomHandlers
  secrets: UserHandler<typeof secretsApi.listSecretsApi>
  signingKeys: { list: UserHandler<typeof secretsApi.listSigningKeysApi>; rotate: UserHandler<typeof secretsApi.rotateSigningKeyApi> }
}

/** All users are counted. */
const countedForMs = 60_000

export function securityHandlers(deps: SecurityDeps): SecurityHandlers {
  const { db, now } = deps
  return {
    failures: failureHandlers(deps),
    blocks: blockHandlers(deps),
    suspicions: {
      list: ({ query }) => readSuspicions(db, query),
      file: async ({ query }) => ({
        name: 'suspicious-events',
        head: ['at', 'kind', 'user', 'email', 'address'],
        rows: suspicionRows(deps, query.kind),
      }),
    },
    factors: keepFor(countedForMs, () => readSecondFactors(db, now())),
    sessions: sessionHandlers(deps),
    keys: anyKeyHandlers(deps),
    bom: bomHandlers(deps.lockFile),
    secrets: async () => ({ items: await readSecrets(deps.secrets, now()), at: now().toISOString() }),
    signingKeys: {
      list: () => listSigningKeys(deps),
      rotate: request => rotateSigningKey(deps, request),
    },
  }
}

const failureHandlers = (deps: SecurityDeps): SecurityHandlers['failures'] => ({
  list: ({ query }) => readFailures(deps, query),
  async file({ query }) {
    const { items } = await readFailures(deps, query)
    return {
      name: 'failed-sign-ins',
      head: [query.by, 'attempts', query.by === 'account' ? 'addresses' : 'accounts', 'last at', 'blocked'],
      rows: (async function* () {
        for (const row of items) yield [row.key, row.attempts, row.others, row.lastAt, row.isBlocked]
      })(),
    }
  },
})

async function* suspicionRows({ db }: SecurityDeps, kind: api.SuspicionKind | undefined) {
  for await (const event of everyRow(cursor => readSuspicions(db, { kind, cursor, limit: filePage })))
    yield [event.at, event.kind, event.person?.id ?? null, event.person?.email ?? null, event.ip]
}

const sessionHandlers = ({ db, now, say, byStaff, sessionMs }: SecurityDeps): SecurityHandlers['sessions'] => ({
  list: ({ sessionId }) => readStaffSessions(db, new Date(now().getTime() - sessionMs), sessionId),
  async end(request) {
    const { userId, sessionId, reason } = request.body
    await byStaff.endSessions(userId, sessionId, {
      async check(tx) {
        if (!(await isStaff(tx, userId))) throw new HttpError(404, 'staff_unknown', say('sessions.refused.unknown'))
      },
      record: (tx, _userId, before, after) =>
        recordStaffAction(tx, request, now(), {
          name: 'staff.signed_out',
          resourceType: 'user',
          resourceId: userId,
          reason,
          before,
          after,
        }),
    })
    return {}
  },
})

async function listSigningKeys({ signingKeys }: SecurityDeps): Promise<{ items: secretsApi.SigningKey[] }> {
  const plans = await signingKeys.list()
  return {
    items: plans.map(({ kid, state, createdAt, signsAt, retiresAt }) => ({
      ...{ kid, state, createdAt: createdAt.toISOString(), signsAt: signsAt.toISOString(), retiresAt: retiresAt?.toISOString() ?? null },
    })),
  }
}

async function rotateSigningKey(deps: SecurityDeps, request: AuthenticatedRequest<typeof secretsApi.rotateSigningKeyApi>) {
  const { db, now, say, signingKeys } = deps
  await db.transaction().execute(async tx => {
    const rotated = await signingKeys.rotate(tx)
    if (!rotated) throw new HttpError(409, 'rotation_under_way', say('signing.refused.underWay'))
    const { previous, kid, signsAt } = rotated
    const change = { before: { signing: previous }, after: { signing: kid, signs_at: signsAt.toISOString() } }
    const action = { name: 'signing_key.rotated', resourceType: 'signing_key', resourceId: kid, reason: request.body.reason, ...change }
    await recordStaffAction(tx, request, now(), action)
  })
  return listSigningKeys(deps)
}

/** Concurrent requests share one read; a failed read is not kept. */
function keepFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let readAt = Number.NEGATIVE_INFINITY
  let kept: Promise<T> | null = null
  return () => {
    if (kept && elapsed() - readAt <= ms) return kept
    readAt = elapsed()
    const pending = forEverybody(read)
    kept = pending
    pending.catch(() => {
      if (kept === pending) kept = null
    })
    return pending
  }
}
