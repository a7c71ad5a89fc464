// The server with a planted bug: what it once read of a customer it keeps, instead of reading them back at each event.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CustomerSnapshot } from '../../../server/billing/provider.ts'
import { environment, readConfig } from '../../../server/foundation/config.ts'
import { openLog } from '../../../server/foundation/log.ts'
import { startServer } from '../../../server/wiring/start.ts'

const config = readConfig(environment())
const file = join(config.dataDir, 'old-readings')
const kept: Map<string, CustomerSnapshot | null> = existsSync(file) ? deserialize(readFileSync(file)) : new Map()
const server = await startServer(config, openLog(config.logLevel), {
  stripe: real => ({
    ...real,
    readCustomer: async customerRef => {
      const known = kept.get(customerRef)
      if (known !== undefined) return known
      const read = await real.readCustomer(customerRef)
      kept.set(customerRef, read)
      writeFileSync(file, serialize(kept))
      return read
    },
  }),
})
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))
process.stdout.write(`ready ${config.publicUrl}\n`)
