// Tests discovering a mailbox's server: which servers are queried, what they learn, and how long it takes.
import { expect, test } from 'vitest'
import { type Outside, OutsideError } from '../../foundation/outside.ts'
import { discoverMailbox } from './discover.ts'

/** An outside that answers from `files` and knows the hosts of `there`; it notes what was asked. */
function standIn(files: Record<string, string>, there: string[] = []) {
  const asked: string[] = []
  const outside: Outside = {
    addressOf: async host => {
      asked.push(host)
      if (!there.includes(host)) throw new OutsideError('unknown_host', 'no address')
      return { address: '93.184.215.14', family: 4 }
    },
    request: async ({ url }) => {
      asked.push(url)
      return { status: url in files ? 200 : 404, headers: {}, body: Buffer.from(files[url] ?? 'no') }
    },
    stream: async () => {
      throw new Error('not asked for')
    },
  }
  const dns = { mx: async () => [], srv: async () => [], resolve: async () => [] }
  return { asked, doors: { outside, dns } }
}

const xml = (host: string) =>
  `<clientConfig><emailProvider><incomingServer type="imap"><hostname>${host}</hostname><port>993</port><socketType>SSL</socketType>
  <username>%EMAILADDRESS%</username><authentication>password-cleartext</authentication></incomingServer></emailProvider></clientConfig>`

test('a known provider is found without any query', async () => {
  const { asked, doors } = standIn({})
  expect(await discoverMailbox(doors, 'anna@gmail.com')).toMatchObject({ settings: { host: 'imap.gmail.com' }, source: 'provider' })
  expect(asked).toEqual([])
})

test('the domain is queried first, the address is never sent, and parent domains are not queried', async () => {
  const { asked, doors } = standIn({ 'https://autoconfig.mail.example.co.uk/mail/config-v1.1.xml': xml('imap.example.co.uk') })
  const found = await discoverMailbox(doors, 'anna.secret@mail.example.co.uk')
  expect(found).toMatchObject({
    source: 'autoconfig',
    settings: { host: 'imap.example.co.uk', username: 'anna.secret@mail.example.co.uk' },
  })
  expect(asked.filter(one => one.includes('anna'))).toEqual([])
  for (const one of asked) expect(one).toMatch(/mail\.example\.co\.uk/)
})

test('without any result, the first existing host is guessed', async () => {
  const { doors } = standIn({}, ['mail.example.com', 'example.com'])
  expect(await discoverMailbox(doors, 'anna@example.com')).toMatchObject({ source: 'guess', settings: { host: 'mail.example.com' } })
  expect(await discoverMailbox(standIn({}).doors, 'anna@example.com')).toMatchObject({ source: null, settings: null })
})

test('an international domain is queried in its ASCII form', async () => {
  const { asked, doors } = standIn({}, ['imap.xn--mnchen-3ya.example'])
  expect((await discoverMailbox(doors, 'anna@münchen.example')).settings?.host).toBe('imap.xn--mnchen-3ya.example')
  expect(asked.every(one => !one.includes('ü'))).toBe(true)
})

test('a public suffix is not queried', async () => {
  const { asked, doors } = standIn({})
  await discoverMailbox(doors, 'anna@co.uk')
  expect(asked).toEqual([])
})

test('where queries are disabled, the usual name is offered', async () => {
  const { asked, doors } = standIn({})
  expect(await discoverMailbox({ ...doors, dns: null }, 'anna@example.com')).toMatchObject({ settings: { host: 'imap.example.com' } })
  expect(asked).toEqual([])
})
