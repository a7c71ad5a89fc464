// Runs the command `npm run restore -- FILE`.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { environment, readConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { loadBackup } from './archive/load.ts'
import { readMaster } from './archive/master.ts'
import { hashFile } from './archive/save.ts'
import { withDatabase } from './archive/with-database.ts'

try {
  const [name] = process.argv.slice(2)
  if (!name) throw new Error('Name the file to read: npm run restore -- FILE')
  const file = resolve(name)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig(environment())
  const loaded = await withDatabase(config, openLog('warn'), url => loadBackup(url, file, readMaster(config)))
  for (const { name, rows } of loaded.tables) console.log(`${String(rows).padStart(9)}  ${name}`)
  console.log(`Restored ${file}, taken at ${loaded.takenAt}; every row was read back and compared.`)
  console.log('Email that arrived since the backup is fetched again, and deliveries that were under way then are sent again.')
  console.log(`sha256 ${await hashFile(file)}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
