// The command `npm run doctor`: reads the settings like the server, runs every check, exits with 1 if one fails.
import { systemClock } from '../../foundation/clock.ts'
import { environment, inspectConfig } from '../../foundation/config.ts'
import { findEmbedded } from '../../foundation/db/embedded/supervisor.ts'
import { openDb, openPool, unhurriedLimits } from '../../foundation/db/pool.ts'
import { openLog } from '../../foundation/log.ts'
import { openDns, openOutside } from '../../foundation/outside.ts'
import { readStoredConfig } from '../../foundation/runtime-settings/live.ts'
import { loadWords } from '../../foundation/words.ts'
import { type DoctorCommand, parseDoctorCommand, runDoctor } from './command.ts'

const words = loadWords()
try {
  const command = parseDoctorCommand(process.argv.slice(2))
  if (!command) throw new Error(words.of('doctor')('usage'))
  process.exitCode = (await run(command)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(command: DoctorCommand): Promise<boolean> {
  const given = inspectConfig(environment())
  const url = given.config.databaseUrl ?? (await findEmbedded(given.config.dataDir))
  const db = url === undefined ? null : openDb(openPool(url, 1, unhurriedLimits))
  // A database that does not answer is one of the findings.
  const stored = db && (await readStoredConfig({ db, log: openLog('silent'), config: given.config }).catch(() => null))
  const { config, problems } = stored ?? given
  // The checks also connect to this machine's own SMTP port.
  const outside = openOutside({ allow: [...config.outsideAllow, `127.0.0.1:${config.smtp.port}`], loopback: config.mode === 'sandbox' })
  try {
    return await runDoctor(
      { config, problems, outside, db, dns: config.usesDns ? openDns() : null, now: systemClock.now },
      command,
      words,
      line => console.log(line),
    )
  } finally {
    await db?.destroy()
  }
}
