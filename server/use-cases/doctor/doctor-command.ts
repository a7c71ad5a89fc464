// The command `npm run doctor`: reads the settings like the server, runs every check, exits with 1 if one fails.
import { systemClock } from '../../foundation/clock.ts'
import { environment, inspectConfig } from '../../foundation/config.ts'
import { findEmbedded } from '../../foundation/db/embedded/supervisor.ts'
import { openDb, openPool } from '../../foundation/db/pool.ts'
import { openDns, openOutside } from '../../foundation/outside.ts'
import { wordsOf } from '../../foundation/words.ts'
import { carryOut, type DoctorOrder, orderIn } from './command.ts'

const words = wordsOf()
try {
  const order = orderIn(process.argv.slice(2))
  if (!order) throw new Error(words.of('doctor')('usage'))
  process.exitCode = (await look(order)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function look(order: DoctorOrder): Promise<boolean> {
  const { config, problems } = inspectConfig(environment())
  const url = config.databaseUrl ?? (await findEmbedded(config.dataDir))
  const db = url === undefined ? null : openDb(openPool(url, 1))
  // The mail port of this very machine is asked too.
  const outside = openOutside({ allow: [...config.outsideAllow, `127.0.0.1:${config.smtp.port}`], loopback: config.mode === 'sandbox' })
  try {
    return await carryOut(
      { config, problems, outside, db, dns: config.asksDns ? openDns() : null, now: systemClock.now },
      order,
      words,
      line => console.log(line),
    )
  } finally {
    await db?.destroy()
  }
}
