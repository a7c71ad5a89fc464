// The process under measurement: the full server, with garbage collection on demand.
import { environment, readConfig } from '../../server/foundation/config.ts'
import { openLog } from '../../server/foundation/log.ts'
import { startServer } from '../../server/wiring/start.ts'
import { prepareForMeasurement } from '../measured.ts'

await startServer(readConfig(environment()), openLog('warn'))
prepareForMeasurement()
