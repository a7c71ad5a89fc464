// The people of an abuse run: each has a network, an email account that can send, an address of ours, a filter and a phone.
import { z } from 'zod/mini'
import type { ImapServer } from '../../sandbox/imap/server.ts'
import type { SmtpHost } from '../smtp-host.ts'

export interface AbusePerson {
  name: string
  email: string
  password: string
  /** Where they browse from, as their proxy tells it. */
  network: string
  /** Where those who write to them send from. */
  senderIp: string
  token: string
  /** Of ours. */
  address: string
  phone: string
}

interface Place {
  base: string
  sandbox: string
  imap: ImapServer
  outgoing: SmtpHost
}

export interface Answer {
  status: number
  body: unknown
}

/** As a person's browser, through the proxy that the server trusts. */
export async function askAs(base: string, network: string, method: string, path: string, body?: unknown, token = ''): Promise<Answer> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      ...{ 'x-forwarded-for': network, apikey: 'sb_publishable_sandbox' },
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

const Session = z.object({ access_token: z.string() })
const Made = z.object({ id: z.string() })
const Address = z.object({ address: z.string() })
const Offer = z.object({ text: z.string() })
const Linked = z.object({ items: z.array(z.object({ state: z.string() })) })

export const filteredWord = 'ferry'
const atOnce = 5

export async function makePeople(place: Place, count: number): Promise<AbusePerson[]> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  const people: AbusePerson[] = []
  for (let i = 0; i < count; i += atOnce) people.push(...(await Promise.all(numbers.slice(i, i + atOnce).map(n => makePerson(place, n)))))
  return people
}

async function makePerson({ base, sandbox, imap: mailServer, outgoing }: Place, n: number): Promise<AbusePerson> {
  const [name, network] = [`person${n}`, `198.51.100.${n + 1}`]
  const account = { email: `${name}@example.com`, password: `a long pass phrase ${n}` }
  const send = async (method: string, path: string, body: unknown, token = '') => {
    const answer = await askAs(base, network, method, path, body, token)
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const { access_token: token } = Session.parse(await send('POST', '/auth/v1/signup', account))
  const { address } = Address.parse(await send('POST', '/api/mailboxes', { kind: 'address' }, token))
  const settings = { host: '127.0.0.1', security: 'none', username: name }
  outgoing.passwords.set(name, 'secret')
  const mailbox = { kind: 'imap', address: `${name}@example.org`, ...settings, port: mailServer.port, password: 'secret' }
  const { id } = Made.parse(await send('POST', '/api/mailboxes', mailbox, token))
  await send('PATCH', `/api/mailboxes/${id}/outgoing`, { settings: { ...settings, port: outgoing.port } }, token)
  const condition = { field: 'subject', operator: 'contains', values: [filteredWord] }
  await send(
    'POST',
    '/api/filters',
    { name: 'Everything with the word', condition, actions: [{ kind: 'forward', destinationIds: [] }] },
    token,
  )
  const phone = `155506${String(1000 + n)}`
  const offer = Offer.parse(await send('POST', '/api/destinations', { name: 'Phone' }, token))
  await askAs(sandbox, network, 'POST', `/_sim/phones/${phone}/messages`, { text: offer.text })
  await untilLinked()
  return { ...account, name, network, senderIp: `127.0.2.${n + 1}`, token, address, phone }

  async function untilLinked(): Promise<void> {
    for (let i = 0; i < 300; i++) {
      const { items } = Linked.parse((await askAs(base, network, 'GET', '/api/destinations', undefined, token)).body)
      if (items.every(item => item.state === 'linked')) return
      await new Promise(done => setTimeout(done, 100))
    }
    throw new Error('A phone did not link itself.')
  }
}
