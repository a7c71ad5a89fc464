// The host that is measured: the whole server, with a hand on its garbage collector.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { environment, readConfig } from '../../server/config.ts'
import { openLog } from '../../server/log.ts'
import { startServer } from '../../server/start.ts'

await startServer(readConfig(environment()), openLog('warn'))
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')
process.on('SIGUSR2', () => typeof collect === 'function' && collect())
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
process.stdout.write(`ready ${process.pid}\n`)
