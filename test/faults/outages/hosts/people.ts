// Makes the people of an outage run: each has an email account, an address of ours, a filter and a phone.
import { z } from 'zod/mini'
import type { ImapServer } from '../../../../sandbox/imap/server.ts'
import { ask, signUp } from '../../api.ts'

export interface OutagePerson {
  name: string
  token: string
  /** Of the email account. */
  user: string
  /** Of ours. */
  address: string
  phone: string
}

export const filteredWord = 'ferry'

interface Place {
  base: string
  sandbox: string
  imap: ImapServer
  mailHost: string
  mailPort: number
}

const Session = z.object({ access_token: z.string() })
const Address = z.object({ address: z.string() })
const Offer = z.object({ text: z.string() })
const Linked = z.object({ items: z.array(z.object({ state: z.string() })) })

export async function makePeople(place: Place, count: number): Promise<OutagePerson[]> {
  const people: OutagePerson[] = []
  for (let n = 0; n < count; n++) people.push(await makePerson(place, n))
  for (const { token } of people) await untilLinked(place.base, token)
  return people
}

async function makePerson(place: Place, n: number): Promise<OutagePerson> {
  const { base, sandbox } = place
  const [name, phone] = [`person${n}`, `155504${String(1000 + n)}`]
  const account = { email: `${name}@example.com`, password: `a long pass phrase ${n}` }
  const { access_token: token } = Session.parse(await signUp(base, account))
  const { address } = Address.parse(await ask(base, 'POST', '/api/mailboxes', { token, body: { kind: 'address' } }))
  await connectMailbox(place, token, name)
  const condition = { field: 'subject', operator: 'contains', values: [filteredWord] }
  const filter = { name: 'Everything with the word', condition, actions: [{ kind: 'forward', destinationIds: [] }] }
  await ask(base, 'POST', '/api/filters', { token, body: filter })
  const offer = Offer.parse(await ask(base, 'POST', '/api/destinations', { token, body: { name: 'Phone' } }))
  await ask(sandbox, 'POST', `/_sim/phones/${phone}/messages`, { body: { text: offer.text } })
  return { name, token, user: name, address, phone }
}

/** `user` is the name of the account at the mail server. */
export async function connectMailbox({ base, mailHost, mailPort }: Omit<Place, 'sandbox' | 'imap'>, token: string, user: string) {
  const body = {
    ...{ kind: 'imap', address: `${user}@faults.test`, host: mailHost, port: mailPort },
    ...{ security: 'none', username: user, password: 'secret' },
  }
  await ask(base, 'POST', '/api/mailboxes', { token, body })
}

async function untilLinked(base: string, token: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { items } = Linked.parse(await ask(base, 'GET', '/api/destinations', { token }))
    if (items.every(item => item.state === 'linked')) return
    await new Promise(done => setTimeout(done, 100))
  }
  throw new Error('A phone did not link itself.')
}
