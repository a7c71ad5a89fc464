// The command `npm run doctor`: reads the settings as the server does, looks at everything, and ends with 1 when something is wrong.
import { systemClock } from '../clock.ts'
import { environment, inspectConfig } from '../config.ts'
import { findEmbedded } from '../db/embedded/supervisor.ts'
import { openDb, openPool } from '../db/pool.ts'
import { openDns, openOutside } from '../outside.ts'
import { wordsOf } from '../words.ts'
import { carryOut, type Order, orderIn } from './command.ts'

const words = wordsOf()
try {
  const order = orderIn(process.argv.slice(2))
  if (!order) throw new Error(words.of('doctor')('usage'))
  process.exitCode = (await look(order)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function look(order: Order): Promise<boolean> {
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
