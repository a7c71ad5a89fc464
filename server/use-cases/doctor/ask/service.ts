// Asks the database and the hosts how the service is doing.
import { readVisibleTrouble } from '../../../delivery/number/trouble-notices-queue.ts'
import { elapsed } from '../../../foundation/clock.ts'
import type { Db } from '../../../foundation/db/pool.ts'
import { OutsideError } from '../../../foundation/outside.ts'
import { newKey } from '../../../foundation/seal.ts'
import type { DoctorDeps } from '../deps.ts'
import { type DoctorFinding, failing, formatDay, ok, skip } from '../finding.ts'
import { judgeRuntime } from '../judge/runtimes.ts'
import {
  judgeBillingEvents,
  judgeClock,
  judgeDisk,
  judgeErrors,
  judgeHost,
  judgeIncidents,
  judgePauses,
  judgeQueries,
  judgeQueue,
  judgeRoundTrip,
  judgeSetAside,
} from '../judge/service.ts'
import {
  countPauses,
  countSetAside,
  lastBillingEventAt,
  listErrorGroups,
  listHosts,
  listOpenIncidents,
  listSlowQueries,
  readLongestQuerySeconds,
  readQueueAge,
  readServer,
  roundTripBytes,
} from '../service-owners.ts'

type Found = Promise<DoctorFinding | DoctorFinding[]>
type WithDatabase = DoctorDeps & { db: Db }

/** Nothing is asked of a database that is not there; its own check says so. */
const withDatabase =
  (ask: (deps: WithDatabase) => Found) =>
  async ({ db, ...deps }: DoctorDeps): Found =>
    db ? ask({ ...deps, db }) : []

export const checkRoundTrip = withDatabase(async ({ db }) => {
  const began = elapsed()
  const server = await readServer(db)
  return judgeRoundTrip({ ...server, ms: Math.round(elapsed() - began), version: server.version.split(' ')[0] ?? '' })
})

const graphTimeoutMs = 10_000

/** The machine's clock beside those of the database and of WhatsApp. */
export const checkClocks = withDatabase(async ({ db, outside, config, machineNow, now }) => {
  const ownNow = machineNow ?? now
  const began = ownNow()
  const { at } = await readServer(db)
  const skewMs = at.getTime() - (began.getTime() + ownNow().getTime()) / 2
  return [judgeClock('database', skewMs), judgeClock('whatsapp', await readGraphSkew({ outside, config }, ownNow))]
})

async function readGraphSkew({ outside, config }: Pick<DoctorDeps, 'outside' | 'config'>, now: () => Date): Promise<number | null> {
  try {
    const { headers } = await outside.request({ method: 'GET', url: config.whatsapp.graphUrl, timeoutMs: graphTimeoutMs })
    const at = Date.parse(headers.date ?? '')
    // The header has whole seconds.
    return Number.isNaN(at) ? null : at + 500 - now().getTime()
  } catch (error) {
    if (error instanceof OutsideError) return null
    throw error
  }
}

export const checkDisks = withDatabase(async ({ db }) => (await listHosts(db)).map(judgeDisk))

export const checkHosts = withDatabase(async ({ db, machineNow, now }) => {
  const hosts = await listHosts(db)
  const newest = hosts.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime())[0]?.version ?? ''
  return hosts.map(host => judgeHost(host, newest, (machineNow ?? now)()))
})

export const checkQueue = withDatabase(async ({ db, now }) => judgeQueue(await readQueueAge(db, now()), now()))

const storedBytes = 65_536

export const checkStorage = withDatabase(async ({ db }) => {
  const began = elapsed()
  const key = newKey()
  const isSame = await roundTripBytes(db, Buffer.alloc(storedBytes, key))
  return isSame ? ok('storage', 'storage.ok', { ms: Math.round(elapsed() - began) }) : failing('storage', 'storage.changed')
})

export const checkQueries = withDatabase(async ({ db }) => judgeQueries(await listSlowQueries(db), await readLongestQuerySeconds(db)))

export const checkSetAside = withDatabase(async ({ db, machineNow, now }) => judgeSetAside(await countSetAside(db, (machineNow ?? now)())))

export const checkPauses = withDatabase(async ({ db, config, now, pauseReason }) => {
  const { since, isEverybodys } = await readVisibleTrouble(db, config.whatsapp.numberId, now())
  return judgePauses({
    ...(await countPauses(db, now())),
    reason: (await pauseReason?.()) ?? null,
    troubleSince: isEverybodys ? since : null,
  })
})

/** Compared with what was known when this version was made: nothing is asked of anybody. */
export const checkRuntimes = withDatabase(async ({ db }) => [
  judgeRuntime({ runtime: 'node', version: process.version }),
  judgeRuntime({ runtime: 'postgres', version: (await readServer(db)).version }),
])

export const checkErrors = withDatabase(async ({ db, machineNow, now }) => judgeErrors(await listErrorGroups(db, (machineNow ?? now)())))

export const checkIncidents = withDatabase(async ({ db }) => judgeIncidents(await listOpenIncidents(db)))

export const checkBillingEvents = withDatabase(async ({ db, config }) =>
  config.billing.provider === 'stripe' ? judgeBillingEvents(await lastBillingEventAt(db), formatDay) : skip('events', 'events.unsold'),
)
