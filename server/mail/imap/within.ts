// Runs one exchange with a mail server within a time and a number of bytes. One meter for all exchanges of the process.
import type { ImapFlow } from 'imapflow'
import { elapsed, sleep } from '../../clock.ts'
import { MailError } from '../errors.ts'

/** Nobody answers more beside the mails themselves: half a million UIDs. */
export const answerBytes = 4 * 1024 * 1024
const meterMs = 100
/** Whoever listens is looked at more rarely: there may be ten thousand of them. */
const listeningMs = 1000

/** Runs one exchange; when it takes longer or brings more, the connection is closed and the exchange fails with it. */
export function within<T>(ms: number, client: ImapFlow, exchange: () => Promise<T>, mostBytes = answerBytes): Promise<T> {
  return metered(commands, { client, untilMs: elapsed() + ms, mostReceived: client.stats().received + mostBytes }, exchange)
}

/** Waits as long as the server likes, but not for whatever it likes: what nobody asked for fills memory as well. */
export function listening<T>(client: ImapFlow, exchange: () => Promise<T>): Promise<T> {
  return metered(listeners, { client, untilMs: Infinity, mostReceived: client.stats().received + answerBytes }, exchange)
}

interface Bounds {
  client: ImapFlow
  untilMs: number
  mostReceived: number
}

interface Meter {
  everyMs: number
  isRunning: boolean
  all: Set<Bounds & { fail(error: MailError): void }>
}

const commands: Meter = { everyMs: meterMs, isRunning: false, all: new Set() }
const listeners: Meter = { everyMs: listeningMs, isRunning: false, all: new Set() }

function metered<T>(meter: Meter, bounds: Bounds, exchange: () => Promise<T>): Promise<T> {
  return new Promise((done, reject) => {
    const fail = (error: unknown) => {
      meter.all.delete(entry)
      bounds.client.close()
      reject(error)
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
    for (const { client, untilMs, mostReceived, fail } of meter.all) {
      // What it sends is kept until its answer ends, and one person's server must not fill the memory of all.
      if (client.stats().received > mostReceived) fail(new MailError('not_imap', 'the server sent more than anybody asked for'))
      else if (now >= untilMs) fail(new MailError('timeout', 'no answer in time'))
    }
  }
  meter.isRunning = false
}
