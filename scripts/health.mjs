// Exits with 0 while the server answers: for the health check of a container.
import { addressOf } from './upgrade/health.mjs'

const isWell = await fetch(`${addressOf(process.env)}/healthz`, { signal: AbortSignal.timeout(4_000) }).then(
  answer => answer.ok,
  () => false,
)
process.exit(isWell ? 0 : 1)
