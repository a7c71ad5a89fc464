// Sets up the reply suite: everything from the WhatsApp suite, plus a mailbox with outgoing email for each person.
import { type Dovecot, startDovecot } from '../../dovecot.ts'
import { type MailClient, openMailClient } from '../../mail-client.ts'
import { type SmtpHost, startSmtpHost } from '../../smtp-host.ts'
import { ask, askUntil } from '../api.ts'
import { openSendingWorld, type Sender, type SendingWorld } from '../whatsapp/world.ts'

export interface AnswersWorld extends SendingWorld {
  dovecot: Dovecot
  smtp: SmtpHost
  /** Reads a person's mailbox by a client that is not ours. */
  lookInto<T>(person: Sender, look: (client: MailClient) => Promise<T>): Promise<T>
  /** Waits until every mailbox is watched. */
  untilWatched(): Promise<void>
}

const passwordOf = ({ name }: Sender) => `the password of ${name}`
export const mailAddressOf = ({ name }: Sender) => `${name}@example.org`

export async function openAnswersWorld(entry?: string): Promise<AnswersWorld> {
  await using opened = new AsyncDisposableStack()
  const [dovecot, smtp] = [await startDovecot(), await startSmtpHost({ closeTimeout: 100 })]
  opened.defer(dovecot.stop)
  opened.defer(smtp.stop)
  const world = await openSendingWorld(entry)
  opened.defer(world.close)
  const first = world.startServer()
  await first.ready
  for (const person of world.people) await connect(world.base, person, dovecot, smtp)
  const untilWatched = async () => {
    for (const { token } of world.people)
      await until(async () => JSON.stringify(await ask(world.base, 'GET', '/api/mailboxes', { token })).includes('"live"'))
  }
  await untilWatched()
  await first.stop()
  const kept = opened.move()
  return {
    ...world,
    ...{ dovecot, smtp, untilWatched },
    lookInto: async (person, look) => {
      const client = await openMailClient(dovecot.imapPort, person.name, passwordOf(person))
      try {
        return await look(client)
      } finally {
        client.end()
      }
    },
    close: () => kept.disposeAsync(),
  }
}

async function connect(base: string, person: Sender, dovecot: Dovecot, smtp: SmtpHost): Promise<void> {
  const { token, name } = person
  const password = passwordOf(person)
  dovecot.addUser(name, password)
  smtp.passwords.set(name, password)
  const settings = { host: '127.0.0.1', security: 'none', username: name }
  const body = { kind: 'imap', address: mailAddressOf(person), ...settings, port: dovecot.imapPort, password }
  const made = await askUntil(base, 'POST', '/api/mailboxes', { token, body })
  const id = String(made && typeof made === 'object' ? Reflect.get(made, 'id') : '')
  await ask(base, 'PATCH', `/api/mailboxes/${id}/outgoing`, { token, body: { settings: { ...settings, port: smtp.port } } })
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (await isSo()) return
    await new Promise(done => setTimeout(done, 200))
  }
  throw new Error('A mailbox is not watched.')
}
