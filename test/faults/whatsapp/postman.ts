// Sends email to people's addresses, retrying until 250, and records when each was sent and accepted.
import type { Chance } from '../chance.ts'
import { repeat, sendBySmtp } from '../mails.ts'
import type { EmailKind, Sender, SendingWorld } from './world.ts'

export interface Posted {
  token: string
  person: Sender
  /** Null: no filter holds for it. */
  kind: EmailKind | null
  /** When its sender first began, and when it heard that the mail was taken; milliseconds of the judge's own clock. */
  began: number
  taken: number
}

export interface SendingPostman {
  /** In the background; each person's mails one after the other. */
  post(kind: EmailKind | null, person?: Sender): void
  allTaken(): Promise<void>
  posted: Posted[]
}

export function openSendingPostman(world: SendingWorld, chance: Chance, seed: number): SendingPostman {
  const posted: Posted[] = []
  const lines = new Map<string, Promise<void>>()
  let n = 0
  return {
    posted,
    allTaken: async () => void (await Promise.all(lines.values())),
    post(kind, person = world.people[Math.floor(chance() * world.people.length)]) {
      if (!person) return
      const token = `t${seed}n${++n}x`
      const raw = mailOf(token, kind)
      const one = async () => {
        const began = performance.now()
        await repeat(() => sendBySmtp(world.smtpPort, person.address, raw))
        posted.push({ token, person, kind, began, taken: performance.now() })
      }
      // Some senders do not wait for others: then nobody knows which of two mails came first.
      const before = chance() < 0.8 ? lines.get(person.name) : undefined
      const sending = Promise.all([lines.get(person.name), (before ?? Promise.resolve()).then(one)])
      lines.set(
        person.name,
        sending.then(() => undefined),
      )
    },
  }
}

function mailOf(token: string, kind: EmailKind | null): string {
  return [
    'From: Sender <sender@example.net>',
    'To: somebody@example.org',
    `Subject: ${kind ? `ferry ${kind}` : 'skip'} ${token}`,
    `Message-ID: <${token}@example.net>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is ${token}.`,
  ].join('\r\n')
}
