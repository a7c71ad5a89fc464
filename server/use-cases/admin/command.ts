// The command `npm run admin`: administrators, service keys, WhatsApp templates, guide votes. It works while the server runs.
import { existsSync } from 'node:fs'
import { administrate } from '../../account/administrators.ts'
import { listVotes } from '../../account/help/handlers.ts'
import { openTokenKeys } from '../../auth/keys.ts'
import { wakeUnannounced } from '../../delivery/identity-owners.ts'
import { systemClock } from '../../foundation/clock.ts'
import { type Config, environment, readConfig } from '../../foundation/config.ts'
import { withDatabase } from '../../foundation/db/archive/with-database.ts'
import { migrate } from '../../foundation/db/migrate.ts'
import { type Db, openDb, openPool } from '../../foundation/db/pool.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { openMasterKey } from '../../foundation/seal.ts'
import { wordsOf } from '../../foundation/words.ts'
import { openGraph } from '../../whatsapp/client.ts'
import { orderTemplates } from './orders.ts'
import { orderServiceKeys } from './service-keys.ts'

try {
  const config = readConfig(environment())
  if (!config.databaseUrl && !existsSync(config.dataDir))
    throw new Error(`There is no data folder ${config.dataDir}. Start Mailferry once, or set DATA_DIR or DATABASE_URL to what it uses.`)
  const [first = '', ...rest] = process.argv.slice(2)
  const said = await withDatabase(config, openLog('warn'), async url => {
    const db = openDb(openPool(url, 1))
    try {
      await migrate(db)
      const now = systemClock.now()
      if (first === 'templates') return await orderTemplates(templateParts(config, db), rest)
      if (first === 'service-key') return await orderServiceKeys({ db, now, keys: () => tokenKeys(config, db) }, rest)
      if (first === 'help-votes') return await listVotes(db)
      return await administrate(db, [first, ...rest], now)
    } finally {
      await db.destroy()
    }
  })
  console.log(said)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** The keys that the server signs with. */
function tokenKeys({ masterKeyFile, publicUrl }: Config, db: Db) {
  // A master key made here would open nothing, and be taken for the right one afterwards.
  if (!existsSync(masterKeyFile))
    throw new Error(`There is no master key ${masterKeyFile}. Start Mailferry once, or set MASTER_KEY_FILE to what it uses.`)
  return openTokenKeys(db, openMasterKey(masterKeyFile), `${publicUrl}/auth/v1`, systemClock.now)
}

function templateParts(config: Config, db: Db) {
  if (config.whatsapp.graphUrl === '')
    throw new Error(
      'In sandbox mode the server itself hands the templates in. Start it, or set the settings of WhatsApp (see .env.example).',
    )
  const outside = openOutside({ allow: config.outsideAllow, loopback: config.mode === 'sandbox' })
  return {
    db,
    graph: openGraph({ outside, ...config.whatsapp }),
    say: wordsOf().of('whatsapp'),
    now: systemClock.now,
    onUsable: (tx: Parameters<typeof wakeUnannounced>[0]) => wakeUnannounced(tx, systemClock.now()),
  }
}
