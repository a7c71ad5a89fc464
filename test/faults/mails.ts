// Sends email in: to Dovecot by LMTP, and to the server by SMTP, retrying until 250.
import nodemailer from 'nodemailer'
import type { Person, Route } from './api.ts'
import type { Chance } from './chance.ts'
import type { PutIn } from './checker.ts'
import { filteredWord, type World } from './world.ts'

export interface Postman {
  /** Puts one mail in; what is not taken yet is repeated in the background. Returns its token. */
  post(to?: To): Promise<string>
  /** Resolves when every mail was taken. */
  allTaken(): Promise<void>
  putIn: PutIn[]
}

/** Chance decides what is left out. */
export interface To {
  person?: Person
  kind?: Route
}

export interface PostmanOptions {
  /** Some mails come by two ways; some senders repeat a mail whose 250 they did not hear, use a Message-ID twice, or send much. */
  isOdd?: boolean
}

const repeatMs = 150

export function openPostman(world: World, chance: Chance, seed: number, { isOdd = false }: PostmanOptions = {}): Postman {
  const putIn: PutIn[] = []
  const open = new Set<Promise<void>>()
  let n = 0
  const odd = (share: number) => isOdd && chance() < share
  const inBackground = (sending: Promise<void>) => {
    open.add(sending)
    void sending.finally(() => open.delete(sending))
  }
  return {
    putIn,
    allTaken: async () => {
      while (open.size > 0) await Promise.all(open)
    },
    async post(to = {}) {
      const person = to.person ?? world.people[Math.floor(chance() * world.people.length)]
      if (!person) throw new Error('There is nobody to write to.')
      const token = `t${seed}n${++n}x`
      const matches = chance() < 0.8
      const kinds = to.kind ? [to.kind] : pickRoutes(person, chance, odd)
      const lines = kinds.length === 1 && odd(0.03) ? 20_000 + chance() * 20_000 : chance() * 40
      const raw = mailOf(token, matches, lines, odd(0.05) ? `again-${Math.floor(chance() * 3)}` : token)
      const mail = { token, person: person.name, matches, arrivals: kinds.length }
      for (const kind of kinds) if (kind !== 'address') await world.dovecot.deliver(addressOf(person, kind), Buffer.from(raw))
      if (!kinds.includes('address')) {
        putIn.push(mail)
        return token
      }
      const send = () => repeat(() => sendBySmtp(world.smtpPort, addressOf(person, 'address'), raw))
      const again = odd(0.15)
      inBackground(send().then(() => (putIn.push(mail), again ? send() : undefined)))
      return token
    },
  }
}

function pickRoutes({ addresses }: Person, chance: Chance, odd: (share: number) => boolean): Route[] {
  const first = chance() < 0.6 ? 'imap' : 'address'
  if (!addresses.some(({ kind }) => kind === 'folder')) return [first]
  if (odd(0.06)) return ['imap', chance() < 0.5 ? 'folder' : 'address']
  return [first === 'imap' && odd(0.25) ? 'folder' : first]
}

function addressOf({ addresses, name }: Person, kind: Route): string {
  const way = addresses.find(one => one.kind === kind)
  if (!way) throw new Error(`${name} gets no mail by ${kind}.`)
  return way.address
}

function mailOf(token: string, matches: boolean, lines: number, messageId: string): string {
  return [
    'From: Sender <sender@example.net>',
    'To: somebody@example.org',
    `Subject: ${matches ? filteredWord : 'skip'} ${token}`,
    `Message-ID: <${messageId}@example.net>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is ${token}.`,
    'A line of an example mail.\r\n'.repeat(Math.floor(lines)),
  ].join('\r\n')
}

export async function sendBySmtp(port: number, to: string, raw: string): Promise<void> {
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

/** As a sender does that has not heard yes. */
export async function repeat(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch {
      await new Promise(done => setTimeout(done, repeatMs))
    }
  }
}
