// Runs one exchange with a mail server within a deadline and a byte limit, metered for the whole process.
import type { ImapFlow } from 'imapflow'
import { elapsed, sleep } from '../../foundation/clock.ts'
import { MailError } from './errors.ts'
import { failureOf, receivedFrom } from './tame.ts'

/** Nobody answers more beside the mails themselves: half a million UIDs. */
export const responseBytes = 4 * 1024 * 1024
/** Each costs the time of a small mail, whatever it says. */
const mostResponses = 20_000
const meterMs = 100
/** Whoever listens is looked at more rarely: there may be ten thousand of them. */
const listeningMs = 500

/** Runs one exchange; when it takes longer or brings more, the connection is closed and the exchange fails with it. */
export function within<T>(ms: number, client: ImapFlow, exchange: () => Promise<T>, mostBytes = responseBytes): Promise<T> {
  return metered(commands, boundsOf(client, ms, mostBytes), exchange)
}

/** Waits as long as the server likes, but not for whatever it likes: what nobody asked for fills memory as well. */
export function listening<T>(client: ImapFlow, exchange: () => Promise<T>): Promise<T> {
  return metered(listeners, boundsOf(client, Infinity, responseBytes), exchange)
}

interface Bounds {
  client: ImapFlow
  untilMs: number
  bytes: number
  responses: number
}

function boundsOf(client: ImapFlow, ms: number, mostBytes: number): Bounds {
  const before = receivedFrom(client)
  return { client, untilMs: elapsed() + ms, bytes: before.bytes + mostBytes, responses: before.responses + mostResponses }
}

interface Meter {
  everyMs: number
  isRunning: boolean
  all: Set<Bounds & { fail(error: unknown): void }>
}

const commands: Meter = { everyMs: meterMs, isRunning: false, all: new Set() }
const listeners: Meter = { everyMs: listeningMs, isRunning: false, all: new Set() }

function metered<T>(meter: Meter, bounds: Bounds, exchange: () => Promise<T>): Promise<T> {
  const { client } = bounds
  return new Promise((done, reject) => {
    const fail = (error: unknown) => {
      meter.all.delete(entry)
      client.close()
      const isNamed = error instanceof MailError && error.problem !== 'closed'
      reject(isNamed ? error : (failureOf(client) ?? error))
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
      // What it sends is kept until its answer ends, and one person's server must not fill the memory of all.
      if (received.bytes > bytes || received.responses > responses) fail(new MailError('not_imap', 'more came than anybody asked for'))
      else if (now >= untilMs) fail(new MailError('timeout', 'no answer in time'))
    }
  }
  meter.isRunning = false
}
