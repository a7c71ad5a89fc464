// Keeps mail flowing: to people's email accounts, and by SMTP to whichever host takes it, as a sender does that tries again.
import type { Chance } from '../../chance.ts'
import { sendBySmtp } from '../../mails.ts'
import { filteredWord, type OutagePerson } from './people.ts'
import type { OutageWorld } from './world.ts'

/** Times in milliseconds of the judge's own clock. */
export interface OutageMail {
  token: string
  person: string
  phone: string
  /** The way it came by: what is in one line stays in order. */
  line: string
  began: number
  /** When it was safe with us, or in the account; null while its sender still tries. */
  taken: number | null
}

export interface Traffic {
  mails: OutageMail[]
  /** So many a second; 0 stops. */
  flow(perSecond: number): void
  /** Adds one mail to the account of a person, or of another account of theirs. */
  toAccount(person: OutagePerson, user?: string): OutageMail
  stop(): void
}

const repeatMs = 300

export function openTraffic(world: OutageWorld, chance: Chance, seed: number): Traffic {
  const mails: OutageMail[] = []
  const queues = new Map<string, Promise<void>>()
  let [perSecond, owed, isOver] = [0, 0, false]

  const newMail = (person: OutagePerson, line: string): OutageMail => {
    const mail = {
      token: `t${seed}n${mails.length + 1}x`,
      person: person.name,
      phone: person.phone,
      line,
      began: performance.now(),
      taken: null,
    }
    mails.push(mail)
    return mail
  }
  const toAccount = (person: OutagePerson, user = person.user) => {
    const mail = newMail(person, `account ${user}`)
    world.imap.add(user, textOf(mail.token))
    mail.taken = performance.now()
    return mail
  }
  const bySmtp = (person: OutagePerson) => {
    const mail = newMail(person, `address of ${person.name}`)
    const raw = textOf(mail.token)
    const send = async () => {
      mail.began = performance.now()
      for (let i = Math.floor(chance() * 2); !isOver; i++) {
        const host = world.hosts[i % 2] ?? world.hosts[0]
        const isTaken = await sendBySmtp(host.smtpPort, person.address, raw).then(
          () => true,
          () => false,
        )
        if (isTaken) break
        await pause(repeatMs)
      }
      mail.taken = isOver ? null : performance.now()
    }
    // A person's mails one after the other, so that their order is known.
    queues.set(person.name, (queues.get(person.name) ?? Promise.resolve()).then(send))
  }
  const timer = setInterval(() => {
    for (owed += perSecond / 10; owed >= 1; owed--) {
      const person = world.people[Math.floor(chance() * world.people.length)]
      if (!person) return
      if (chance() < 0.5) toAccount(person)
      else bySmtp(person)
    }
  }, 100)
  return {
    mails,
    flow: next => {
      perSecond = next
    },
    toAccount,
    stop: () => {
      isOver = true
      clearInterval(timer)
    },
  }
}

const textOf = (token: string): string =>
  [
    'From: Sender <sender@example.net>',
    'To: somebody@example.org',
    `Subject: ${filteredWord} ${token}`,
    `Message-ID: <${token}@example.net>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `This is ${token}.`,
    '',
  ].join('\r\n')

export const pause = (ms: number) => new Promise<void>(done => setTimeout(done, ms))
