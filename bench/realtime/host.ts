// The host that is measured: the whole server, with a hand on its garbage collector.
import { environment, readConfig } from '../../server/foundation/config.ts'
import { openLog } from '../../server/foundation/log.ts'
import { startServer } from '../../server/wiring/start.ts'
import { standToBeMeasured } from '../measured.ts'

await startServer(readConfig(environment()), openLog('warn'))
standToBeMeasured()
