// The command `npm run admin -- add EMAIL`; it works while the server runs too.
import { existsSync } from 'node:fs'
import { systemClock } from '../clock.ts'
import { environment, readConfig } from '../config.ts'
import { withDatabase } from '../db/archive/reach.ts'
import { migrate } from '../db/migrate.ts'
import { openDb, openPool } from '../db/pool.ts'
import { openLog } from '../log.ts'
import { administrate } from './administrators.ts'

try {
  const config = readConfig(environment())
  if (!config.databaseUrl && !existsSync(config.dataDir))
    throw new Error(`There is no data folder ${config.dataDir}. Start Mailferry once, or set DATA_DIR or DATABASE_URL to what it uses.`)
  const said = await withDatabase(config, openLog('warn'), async url => {
    const db = openDb(openPool(url, 1))
    try {
      await migrate(db)
      return await administrate(db, process.argv.slice(2), systemClock.now())
    } finally {
      await db.destroy()
    }
  })
  console.log(said)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
