// Opens what every part stands on: the migrated database, the clock, keys, the settings as they are now, and WhatsApp's client.

import { openLogKeys } from '../account/log-chain/keys-owners.ts'
import { openAllowance } from '../billing/allowance.ts'
import { movableClock, systemClock } from '../foundation/clock.ts'
import type { Config } from '../foundation/config.ts'
import { startEmbedded } from '../foundation/db/embedded/supervisor.ts'
import { openUserKeys } from '../foundation/db/keys.ts'
import { migrate } from '../foundation/db/migrate.ts'
import { openDb, openPool, unhurriedLimits, urgentLimits } from '../foundation/db/pool.ts'
import type { Log } from '../foundation/log.ts'
import type { Outside } from '../foundation/outside.ts'
import { reloading } from '../foundation/runtime-settings/reloading.ts'
import { openMasterKey } from '../foundation/seal.ts'
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
  const urgentConnections = Math.max(2, Math.floor(startConfig.databaseConnections * urgentShare))
  const pool = openPool(databaseUrl, Math.max(2, startConfig.databaseConnections - urgentConnections))
  const db = openDb(pool)
  starting.defer(() => db.destroy())
  const urgentDb = openDb(openPool(databaseUrl, urgentConnections, urgentLimits))
  starting.defer(() => urgentDb.destroy())
  if (migrationCount > 0) log.info({ migrationCount }, 'the database schema was migrated')
  const clock = movableClock()
  if (startConfig.sandboxUrl) {
    const clockFollower = await followClock(clock, systemClock, outside, startConfig.sandboxUrl)
    starting.defer(() => clockFollower.stop())
  }
  const master = openMasterKey(startConfig.masterKeyFile)
  const settings = await followSettings({ db, master, log, config: startConfig }, clock.now, starting)
  const { config } = settings
  const keys = openUserKeys(master, clock.now)
  const graph = reloading(
    () => config.whatsapp,
    whatsapp => openGraph({ outside, ...whatsapp }),
  )
  const allowance = openAllowance({ sells: config.billing.provider !== null, graceDays: config.billing.graceDays })
  const limitsOf = (userId: string) => allowance.limitsOf(db, userId, clock.now())
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
  }
  const heartbeat = startHostHeartbeat(app, pool)
  starting.defer(() => heartbeat.stop())
  return { appContext: app, databaseUrl, master, settings }
}

/** Of the connections: leases, claims and outcomes need few, but always some. */
const urgentShare = 0.3

/** A migration may take as long as it needs. */
async function migrateAt(databaseUrl: string): Promise<number> {
  const db = openDb(openPool(databaseUrl, 1, unhurriedLimits))
  try {
    return await migrate(db)
  } finally {
    await db.destroy()
  }
}
