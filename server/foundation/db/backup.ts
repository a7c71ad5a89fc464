// Runs the command `npm run backup -- FILE`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { systemClock } from '../clock.ts'
import { environment, readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { readMaster } from './archive/master.ts'
import { saveBackup } from './archive/save.ts'
import { withDatabase } from './archive/with-database.ts'

try {
  const [name] = process.argv.slice(2)
  if (!name) throw new Error('Name the file to write: npm run backup -- FILE')
  const config = readConfig(environment())
  if (!config.databaseUrl && !existsSync(config.dataDir))
    throw new Error(`There is no data folder ${config.dataDir}. Set DATA_DIR or DATABASE_URL to the data to back up.`)
  const file = resolve(name)
  const saved = await withDatabase(config, openLog('warn'), url => saveBackup(url, file, systemClock.now(), readMaster(config)))
  for (const { name, rows } of saved.tables) console.log(`${String(rows).padStart(9)}  ${name}`)
  console.log(`Backed up to ${file} (schema ${saved.schema}).`)
  console.log(
    `The backup is sealed, and does not include the master key, without which nobody can read it. Keep a separate copy of ${config.masterKeyFile}.`,
  )
  console.log(`sha256 ${saved.sha256}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
