// Opens what every part stands on: the migrated database, the clock, keys, the settings as they are now, and WhatsApp's client.

import { openLogKeys } from '../account/log-chain/keys-owners.ts'
import { openAllowance } from '../billing/allowance.ts'
import { movableClock, systemClock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import { startEmbedded } from '../foundation/db/embedded/supervisor.ts'
import { followDatabaseClock } from '../foundation/db/follow-clock.ts'
import { openUserKeys } from '../foundation/db/keys.ts'
import { migrate } from '../foundation/db/migrate.ts'
import { openDb, openPool, unhurriedLimits } from '../foundation/db/pool.ts'
import { openPools } from '../foundation/db/pools.ts'
import { followMasterKey } from '../foundation/follow-master-key.ts'
import type { Log } from '../foundation/log.ts'
import type { Outside } from '../foundation/outside.ts'
import { reloading } from '../foundation/runtime-settings/reloading.ts'
import { openMasterKey } from '../foundation/seal.ts'
import { openTracing } from '../foundation/tracing.ts'
import { version } from '../foundation/version.ts'
import { loadWords } from '../foundation/words.ts'
import { followClock } from '../use-cases/demo/follow-clock.ts'
import { openGraph } from '../whatsapp/client.ts'
import type { AppContext } from './app.ts'
import { followSettings } from './follow-settings.ts'
import { startHostHeartbeat } from './operations.ts'
import { explainDatabaseError } from './refusals.ts'

/** What it opens is stopped with `starting`. */
export async function openContext(startConfig: Config, log: Log, outside: Outside, starting: AsyncDisposableStack) {
  const embedded = startConfig.databaseUrl ? null : await startEmbedded(startConfig.dataDir, log)
  if (embedded) starting.defer(() => embedded.stop())
  const databaseUrl = startConfig.databaseUrl ?? embedded?.url ?? ''
  const migrationCount = await migrateAt(databaseUrl).catch(error => {
    throw startConfig.databaseUrl ? explainDatabaseError(error) : error
  })
  const { db, pool, mailDb, urgentDb, leaseDb, close } = openPools(databaseUrl, startConfig.databaseConnections)
  starting.defer(close)
  if (migrationCount > 0) log.info({ migrationCount }, 'the database schema was migrated')
  const clock = movableClock()
  if (startConfig.sandboxUrl) {
    const clockFollower = await followClock(clock, systemClock, outside, startConfig.sandboxUrl)
    starting.defer(() => clockFollower.stop())
  }
  const databaseClock = await followDatabaseClock({ db: leaseDb, machine: systemClock, clock, log })
  starting.defer(() => databaseClock.stop())
  const master = openMasterKey(startConfig.masterKeyFile)
  const following = followMasterKey(master, startConfig.masterKeyFile, { clock: systemClock, log })
  starting.defer(() => following.stop())
  const settings = await followSettings({ db, master, log, config: startConfig }, clock.now, starting)
  const { config } = settings
  const keys = openUserKeys(master, clock.now)
  const graph = reloading(
    () => config.whatsapp,
    whatsapp => openGraph({ outside, ...whatsapp }),
  )
  const allowance = openAllowance({ sells: config.billing.provider !== null, graceDays: config.billing.graceDays })
  const limitsOf = (userId: string) => allowance.limitsOf(db, userId, clock.now())
  const tracing = await openTracing({ endpoint: config.tracesEndpoint, version, hostId: config.hostId, log })
  if (tracing) starting.defer(() => tracing.stop())
  const app: AppContext = {
    config,
    log,
    db,
    urgentDb,
    keys,
    logKeys: openLogKeys(master),
    clock,
    words: loadWords(),
    graph,
    allowance,
    limitsOf,
    tracing,
  }
  const heartbeat = startHostHeartbeat(app, pool)
  starting.defer(() => heartbeat.stop())
  return { appContext: app, pool, mailPools: { mailDb, leaseDb }, databaseUrl, master, settings }
}

/** A migration may take as long as it needs. */
async function migrateAt(databaseUrl: string): Promise<number> {
  const db = openDb(openPool(databaseUrl, 1, unhurriedLimits))
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}
