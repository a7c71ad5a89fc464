// The server with a planted bug: it acknowledges email with 250 before committing it.
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, readConfig } from '../../../server/foundation/config.ts'
import { openLog } from '../../../server/foundation/log.ts'
import { startServer } from '../../../server/wiring/start.ts'

const config = readConfig(environment())
const server = await startServer(config, openLog(config.logLevel), {
  forward: real => async (batch, alongside) => {
    // What a mailbox lists is compared with the ledger and taken up later; of mail by SMTP nobody else has a copy.
    if (batch[0]?.kind !== 'address') return real(batch, alongside)
    // Any host may be slow here; a kill in this moment is what the real order survives.
    void sleep(400)
      .then(() => real(batch, alongside))
      .catch(() => undefined)
  },
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${config.publicUrl}\n`)
