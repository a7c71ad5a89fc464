// The server with a planted bug: the place in the mailbox moves before its mails are committed.
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, readConfig } from '../../../server/config.ts'
import { openLog } from '../../../server/log.ts'
import { startServer } from '../../../server/start.ts'

const config = readConfig(environment())
const server = await startServer(config, openLog(config.logLevel), {
  forward:
    (real, { db }) =>
    async (batch, alongside) => {
      if (alongside) await db.transaction().execute(alongside)
      // Any host may be slow here; a kill in this moment is what the real order survives.
      await sleep(400)
      await real(batch)
    },
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${config.publicUrl}\n`)
