// The command `npm run admin`: who may run the service, and WhatsApp's templates; it works while the server runs too.
import { existsSync } from 'node:fs'
import { administrate } from '../account/administrators.ts'
import { systemClock } from '../clock.ts'
import { type Config, environment, readConfig } from '../config.ts'
import { withDatabase } from '../db/archive/reach.ts'
import { migrate } from '../db/migrate.ts'
import { type Db, openDb, openPool } from '../db/pool.ts'
import { wakeUnannounced } from '../delivery/identity/owners.ts'
import { openLog } from '../log.ts'
import { openOutside } from '../outside.ts'
import { openGraph } from '../whatsapp/client.ts'
import { wordsOf } from '../words.ts'
import { orderTemplates } from './orders.ts'

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
      return first === 'templates' ? await orderTemplates(templateParts(config, db), rest) : await administrate(db, [first, ...rest], now)
    } finally {
      await db.destroy()
    }
  })
  console.log(said)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
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
