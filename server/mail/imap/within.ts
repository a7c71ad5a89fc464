// Runs one exchange with a mail server within a time and a number of bytes.
import type { ImapFlow } from 'imapflow'
import { elapsed, sleep } from '../../clock.ts'
import { MailError } from '../errors.ts'

/** A command that brings no byte for so long is dead. */
export const silenceMs = 60_000
/** Nobody answers more beside the mails themselves: half a million UIDs. */
export const answerBytes = 4 * 1024 * 1024
const meterMs = 500

/** Runs one exchange; when it takes longer or brings more, the connection is closed and the exchange fails with it. */
export async function within<T>(ms: number, client: ImapFlow, exchange: () => Promise<T>, mostBytes = answerBytes): Promise<T> {
  const done = new AbortController()
  const late = limit(ms, mostBytes, client, done.signal)
  try {
    const first = await Promise.race([exchange().then(value => ({ value })), late])
    if (!first) throw new MailError('timeout', 'no answer')
    return first.value
  } catch (error) {
    client.close()
    throw error
  } finally {
    done.abort()
  }
}

async function limit(ms: number, mostBytes: number, client: ImapFlow, done: AbortSignal): Promise<void> {
  const began = elapsed()
  const before = client.stats().received
  while (!done.aborted && elapsed() - began < ms) {
    await sleep(Math.min(meterMs, ms - (elapsed() - began)), done)
    // What it sends is kept until its answer ends, and one person's server must not fill the memory of all.
    if (client.stats().received - before > mostBytes) throw new MailError('not_imap', `the server answered more than ${mostBytes} bytes`)
  }
  if (!done.aborted) throw new MailError('timeout', `no answer in ${ms} ms`)
}
