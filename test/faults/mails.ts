// Puts mails in: into Dovecot by LMTP, and to the server by SMTP as a sender that repeats until it hears 250.
import nodemailer from 'nodemailer'
import type { Chance } from './chance.ts'
import type { PutIn } from './checker.ts'
import { filteredWord, type World } from './world.ts'

export interface Postman {
  /** Puts one mail in; what is not taken yet is repeated in the background. */
  post(): Promise<void>
  /** Resolves when every mail was taken. */
  allTaken(): Promise<void>
  putIn: PutIn[]
}

const repeatMs = 150

export function openPostman(world: World, chance: Chance, seed: number): Postman {
  const putIn: PutIn[] = []
  const open = new Set<Promise<void>>()
  let n = 0
  return {
    putIn,
    allTaken: async () => void (await Promise.all(open)),
    async post() {
      const person = world.people[Math.floor(chance() * world.people.length)]
      const way = person?.addresses[chance() < 0.6 ? 0 : 1]
      if (!person || !way) throw new Error('There is nobody to write to.')
      const token = `t${seed}n${++n}x`
      const matches = chance() < 0.8
      const raw = mailOf(token, matches, chance)
      const mail = { token, person: person.name, matches }
      if (way.kind === 'imap') {
        await world.dovecot.deliver(way.address, Buffer.from(raw))
        putIn.push(mail)
        return
      }
      const sending = repeat(() => sendBySmtp(world.smtpPort, way.address, raw)).then(() => void putIn.push(mail))
      open.add(sending)
      void sending.finally(() => open.delete(sending))
    },
  }
}

function mailOf(token: string, matches: boolean, chance: Chance): string {
  const filler = 'A line of an example mail.\r\n'.repeat(Math.floor(chance() * 40))
  return [
    'From: Sender <sender@example.net>',
    'To: somebody@example.org',
    `Subject: ${matches ? filteredWord : 'skip'} ${token}`,
    `Message-ID: <${token}@example.net>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is ${token}.`,
    filler,
  ].join('\r\n')
}

async function sendBySmtp(port: number, to: string, raw: string): Promise<void> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    connectionTimeout: 3000,
    greetingTimeout: 3000,
    socketTimeout: 10_000,
  })
  try {
    await transport.sendMail({ envelope: { from: 'sender@example.net', to }, raw })
  } finally {
    transport.close()
  }
}

async function repeat(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch {
      await new Promise(done => setTimeout(done, repeatMs))
    }
  }
}
