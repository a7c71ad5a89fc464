// Sends secrets through a server of its own and looks for them wherever they must not be; the line that it prints says how many were found.

import { startVitest } from 'vitest/node'
import { build } from '../../scripts/bootstrap.mjs'

if (!build()) throw new Error('The pages could not be built.')

const vitest = await startVitest('test', ['test/scan.test.ts'], { watch: false, reporters: ['dot'] })
await vitest.close()
