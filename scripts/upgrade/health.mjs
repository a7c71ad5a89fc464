// Asks the server how it is, and waits until every part that worked before works again.
import { setTimeout as sleep } from 'node:timers/promises'

const askMs = 10_000
const readyMs = 180_000
/** Migrations have run, so that a start takes seconds. */
const silentMs = 90_000
/** A server that starts and falls at once is not in service. */
const steadyMs = 2_000

export function addressOf(env) {
  const host = ['', '0.0.0.0', '::'].includes(env.HOST ?? '') ? '127.0.0.1' : env.HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT || 8080}`
}

/** The parts that work now; null while nothing answers. A busy server is asked again: it must not be taken for one that is off. */
export async function readWorking(address, tries = 1) {
  for (let n = 0; n < tries; n++) {
    try {
      const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(askMs) })
      const { parts } = await answer.json()
      return Object.keys(parts).filter(name => parts[name])
    } catch (error) {
      if (error.name !== 'TimeoutError') return null
    }
  }
  return null
}

/** Resolves with the time at which the server answered first; rejects with the parts that are still missing. */
export async function waitUntilReady(address, expected, hasExited) {
  const endAt = Date.now() + readyMs
  const silentAt = Date.now() + silentMs
  let missing = expected
  let answeredAt = null
  while (Date.now() < endAt) {
    const parts = await readWorking(address)
    if (parts) answeredAt ??= Date.now()
    missing = expected.filter(name => !parts?.includes(name))
    if (parts && missing.length === 0) return await stays(address, answeredAt)
    if (!parts && hasExited()) throw new Error('The server exited as it started.')
    if (!answeredAt && Date.now() > silentAt) break
    await sleep(parts ? 500 : 50)
  }
  throw new Error(answeredAt ? `Not working within ${readyMs / 1000} s: ${missing.join(', ')}.` : 'The server does not answer.')
}

async function stays(address, answeredAt) {
  await sleep(steadyMs)
  if (!(await readWorking(address))) throw new Error('The server answered and then stopped.')
  return answeredAt
}
