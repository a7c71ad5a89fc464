// Runs an exchange with a mail server within a deadline and a byte limit, checked by one timer per process.
import type { ImapFlow } from 'imapflow'
import { elapsed, sleep } from '../../foundation/clock.ts'
import { MailError } from './errors.ts'
import { connectionFailure, receivedFrom } from './tame.ts'

/** More than any honest response besides email content: half a million UIDs. */
export const responseBytes = 4 * 1024 * 1024
/** Each costs as much time as a small email, whatever it contains. */
const maxResponses = 20_000
const meterMs = 100
/** Idling connections are checked less often: there may be ten thousand. */
const idleMeterMs = 500

/** Runs one exchange; when it exceeds its time or size, closes the connection and rejects. */
export function withDeadline<T>(ms: number, client: ImapFlow, exchange: () => Promise<T>, maxBytes = responseBytes): Promise<T> {
  return metered(commands, newBounds(client, ms, maxBytes), exchange)
}

/** Waits without a deadline but with a byte limit: unrequested data fills memory too. */
export function whileIdling<T>(client: ImapFlow, exchange: () => Promise<T>): Promise<T> {
  return metered(listeners, newBounds(client, Infinity, responseBytes), exchange)
}

interface Bounds {
  client: ImapFlow
  untilMs: number
  bytes: number
  responses: number
}

function newBounds(client: ImapFlow, ms: number, maxBytes: number): Bounds {
  const before = receivedFrom(client)
  return { client, untilMs: elapsed() + ms, bytes: before.bytes + maxBytes, responses: before.responses + maxResponses }
}

interface Meter {
  everyMs: number
  isRunning: boolean
  all: Set<Bounds & { fail(error: unknown): void }>
}

const commands: Meter = { everyMs: meterMs, isRunning: false, all: new Set() }
const listeners: Meter = { everyMs: idleMeterMs, isRunning: false, all: new Set() }

function metered<T>(meter: Meter, bounds: Bounds, exchange: () => Promise<T>): Promise<T> {
  const { client } = bounds
  return new Promise((done, reject) => {
    const fail = (error: unknown) => {
      meter.all.delete(entry)
      client.close()
      const isNamed = error instanceof MailError && error.problem !== 'closed'
      reject(isNamed ? error : (connectionFailure(client) ?? error))
    }
    const entry = { ...bounds, fail }
    meter.all.add(entry)
    if (!meter.isRunning) void run(meter)
    exchange().then(value => {
      meter.all.delete(entry)
      done(value)
    }, fail)
  })
}

async function run(meter: Meter): Promise<void> {
  meter.isRunning = true
  while (meter.all.size > 0) {
    await sleep(meter.everyMs)
    const now = elapsed()
    for (const { client, untilMs, bytes, responses, fail } of meter.all) {
      const received = receivedFrom(client)
      // The client buffers a response until it ends, and one user's server must not fill everybody's memory.
      if (received.bytes > bytes || received.responses > responses)
        fail(new MailError('not_imap', 'the server sent more than was requested'))
      else if (now >= untilMs) fail(new MailError('timeout', 'no reply in time'))
    }
  }
  meter.isRunning = false
}
