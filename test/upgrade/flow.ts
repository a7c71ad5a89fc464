// Sends mail without a pause, as a mail server does: what is refused or cut off is tried again until it is accepted.
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'

const betweenMs = 200
const retryMs = 250

export interface Flow {
  /** Subjects that the server has accepted. */
  accepted: Set<string>
  /** The longest time that one email waited until it was accepted. */
  longestMs(): number
  stop(): Promise<void>
}

export function startFlow(port: number, to: string): Flow {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    secure: false,
    ignoreTLS: true,
    connectionTimeout: 2_000,
    socketTimeout: 60_000,
  })
  const accepted = new Set<string>()
  const waiting = new Set<Promise<void>>()
  let isStopped = false
  let longestMs = 0
  const send = async (subject: string) => {
    const startedAt = performance.now()
    const mail = {
      // The same at each try, so that a repetition is recognized.
      date: new Date(),
      from: 'billing@shop.example',
      to,
      subject,
      text: 'Due on Friday.',
      messageId: `<${subject.replace(' ', '-')}@shop.example>`,
    }
    while (!(await transport.sendMail(mail).catch(() => null))) await sleep(retryMs)
    longestMs = Math.max(longestMs, performance.now() - startedAt)
    accepted.add(subject)
  }
  const run = async () => {
    for (let n = 1; !isStopped; n++) {
      const sending = send(`Invoice ${n}`).finally(() => waiting.delete(sending))
      waiting.add(sending)
      await sleep(betweenMs)
    }
    await Promise.all(waiting)
  }
  const running = run()
  return {
    accepted,
    longestMs: () => longestMs,
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
