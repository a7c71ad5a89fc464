// Tests that invalid input ends in a clear sentence for its owner, and that the next valid email gets through.
import { connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as delivery from '../core/api/delivery.ts'
import * as mail from '../core/api/mail.ts'
import { newAuthority } from './certificates.ts'
import { testDatabase } from './database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from './dovecot.ts'
import {
  addFilter,
  linkPhone,
  type Person,
  patience,
  phoneWrites,
  readSum,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from './running.ts'

const { url } = await testDatabase()
const maxBytes = 200_000
const product = await runProduct(url, { MAIL_MAX_BYTES: String(maxBytes), PARSE_TIMEOUT_MS: '3000' })
const phone = '15550104001'
let person: Person
let address: string

beforeAll(async () => {
  person = await signUp(product, 'olga')
  address = (await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
  await linkPhone(product, person, phone)
  await addFilter(person, 'invoice')
})

describe.skipIf(skipWithoutDovecot())('an IMAP account', () => {
  let dovecot: Dovecot
  let secure: Dovecot
  let gmail: { port: number; server: Server }
  beforeAll(async () => {
    const { certFile, keyFile } = newAuthority().sign('localhost')
    dovecot = await startDovecot()
    secure = await startDovecot({ tls: { certFile, keyFile } })
    for (const server of [dovecot, secure]) server.addUser('olga', 'right')
    gmail = await listening(wantsAppPassword)
  })
  afterAll(async () => {
    gmail?.server.close()
    await Promise.all([dovecot?.stop(), secure?.stop()])
  })

  const settings = (more: object) => ({
    address: 'olga@example.org',
    host: 'localhost',
    port: dovecot.imapPort,
    security: 'none',
    username: 'olga',
    password: 'right',
    ...more,
  })
  // Somebody else for each: nobody tests mailboxes without end.
  let testers = 0
  const cases: [string, () => object, RegExp][] = [
    ['a wrong password', () => ({ password: 'wrong' }), /^localhost didn’t accept the username or password\. Check both/],
    ['a user that is not there', () => ({ username: 'nobody' }), /^localhost didn’t accept the username or password\. Check both/],
    // No name server is asked for a name with an empty label.
    [
      'a host that is not there',
      () => ({ host: 'imap..example' }),
      /^We can’t find a server called imap\.\.example\. Check the spelling\.$/,
    ],
    ['a host inside a network', () => ({ host: '10.1.2.3' }), /^10\.1\.2\.3 isn’t a public mail server, so we won’t connect to it\.$/],
    ['a port where nobody listens', () => ({ port: 1 }), /^localhost isn’t responding on port 1\. Check the port; most servers use 993\.$/],
    [
      'a certificate that nobody signed',
      () => ({ port: secure.imapsPort, security: 'tls' }),
      /^We can’t verify the certificate of localhost, so we didn’t send your password\./,
    ],
    ['TLS where there is none', () => ({ security: 'tls' }), /^localhost doesn’t support this encryption on port \d+\. Try TLS/],
    [
      'a provider that wants an app password',
      () => ({ port: gmail.port }),
      /^localhost requires an app password, .* Create one in your email provider’s security settings/,
    ],
  ]
  test.each(cases)('with %s is told in words what to do, and nothing is kept', async (_case, more, sentence) => {
    const somebody = await signUp(product, `tester-${++testers}`)
    const given = settings({ username: `olga-${testers}`, ...more() })
    const tried = await somebody.ask(mail.tryMailboxApi, 'POST', '/api/mailboxes/checks', given)
    expect(tried).toMatchObject({ ok: false, message: expect.stringMatching(sentence) })
    const refused = await somebody.try('POST', '/api/mailboxes', { kind: 'imap', ...given })
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringMatching(sentence) } })
    expect((await somebody.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items).toEqual([])
  })

  test('explains that the port belongs to another kind of server', async () => {
    const tried = await person.ask(mail.tryMailboxApi, 'POST', '/api/mailboxes/checks', settings({ port: product.smtpPort() }))
    expect(tried).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^The server at localhost, port \d+, isn’t an IMAP server/),
    })
  })

  test('whose password or server fails shows it, and loses no email', async () => {
    const added = await person.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'imap', ...settings({}) })
    await untilMailbox('live', null)
    dovecot.addUser('olga', 'changed')
    dovecot.kick('olga')
    await untilMailbox('waiting', /^localhost didn’t accept the username or password\. Check both and try again\.$/)
    await dovecot.deliver('olga', { subject: 'invoice while the password was wrong' })
    const wrong = await person.try('PATCH', `/api/mailboxes/${added.id}`, { password: 'wrong again' })
    expect(wrong).toMatchObject({ status: 422, body: { message: expect.stringContaining('didn’t accept') } })
    await person.ask(mail.changeMailboxApi, 'PATCH', `/api/mailboxes/${added.id}`, { password: 'changed' })
    await untilMailbox('live', null)
    await untilMessageState(person, 'invoice while the password was wrong', 'forwarded')

    await dovecot.restart()
    await dovecot.deliver('olga', { subject: 'invoice after the restart' })
    await untilMessageState(person, 'invoice after the restart', 'forwarded')
  })

  test('accepts damaged, oversized and empty emails', async () => {
    for (const raw of Object.values(hostile)) await dovecot.deliver('olga', Buffer.from(raw, 'latin1'))
    await dovecot.deliver('olga', Buffer.from(mailOf('invoice that is too large', 'x'.repeat(maxBytes * 2))))
    const large = await untilMessageState(person, 'invoice that is too large', 'forwarded')
    expect(large.sizeBytes).toBeGreaterThan(maxBytes)
    const onPhone = (await textsOn(product, phone)).find(text => text.includes('invoice that is too large'))
    // Above what is fetched whole, its text is fetched alone.
    expect(onPhone).toContain('xxxxxxxx')
    await dovecot.deliver('olga', { subject: 'invoice after the hostile ones' })
    await untilMessageState(person, 'invoice after the hostile ones', 'forwarded')
    await vi.waitFor(async () => {
      const { arrived, ...parts } = await readSum(person)
      expect(arrived).toBe(dovecot.list('olga').length)
      expect(Object.values(parts).reduce((a, b) => a + b)).toBe(arrived)
    }, patience)
  })

  const mailboxes = async () => (await person.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items
  const untilMailbox = (state: mail.Mailbox['state'], reason: RegExp | null) =>
    vi.waitFor(
      async () => {
        const imap = (await mailboxes()).find(m => m.kind === 'imap')
        expect(imap).toMatchObject({ state, reason: reason ? expect.stringMatching(reason) : null })
      },
      { timeout: 20_000, interval: 250 },
    )
})

describe('mail by SMTP', () => {
  beforeEach(() => phoneWrites(product, phone, 'hello'))

  test('to an unknown address is refused with 550 and a sentence', async () => {
    const error = await refusalOf('u-nobody-knows-it@in.mailferry.example', { subject: 'invoice' })
    expect(error).toMatchObject({ responseCode: 550, response: expect.stringContaining('This address doesn’t exist. Check the') })
  })
  test('that is too large is refused with 552 and a sentence, announced or not', async () => {
    const raw = mailOf('invoice too large', 'x\r\n'.repeat(maxBytes / 2))
    expect(await refusalOf(address, { raw })).toMatchObject({ responseCode: 552, response: expect.stringMatching(/larger than|exceeds/) })
    expect(await withoutSize(address, raw)).toMatch(/^552 .*The email is larger than/)
  })
  test.each(Object.entries(hostile))('that is hostile (%s) is taken in and listed', async (name, raw) => {
    const before = await readSum(person)
    await sendMail(product, address, { raw: Buffer.from(raw, 'latin1') })
    await vi.waitFor(async () => expect((await readSum(person)).arrived).toBe(before.arrived + 1), patience)
    await sendMail(product, address, { subject: `invoice after ${name}` })
    await untilMessageState(person, `invoice after ${name}`, 'forwarded')
  })
})

describe('WhatsApp', () => {
  beforeEach(async () => {
    await product.sandbox.sim('tokens/restore', {})
    await product.sandbox.sim(`phones/${phone}/unblock`, {})
    await phoneWrites(product, phone, 'hello')
  })

  test('refuses our token: mail is held with the reason, and follows when the token is good again', async () => {
    await product.sandbox.sim('tokens/revoke', {})
    await sendMail(product, address, { subject: 'invoice without a token' })
    await untilMessageState(person, 'invoice without a token', 'held')
    await sendMail(product, address, { subject: 'invoice behind it' })
    for (const subject of ['invoice without a token', 'invoice behind it'])
      expect((await untilMessageState(person, subject, 'held')).reason).toBe(
        'WhatsApp no longer accepts this server’s access token. This email waits until the server admin sets a new one.',
      )
    await product.sandbox.sim('tokens/restore', {})
    await product.pass('6m')
    for (const subject of ['invoice without a token', 'invoice behind it'])
      expect(await untilMessageState(person, subject, 'forwarded')).toMatchObject({ reason: null })
  })

  test('cannot reach a phone that blocks us: each mail fails with a sentence, and then the phone is not tried any more', async () => {
    await product.sandbox.sim(`phones/${phone}/block`, {})
    for (const n of [1, 2, 3]) {
      await sendMail(product, address, { subject: `invoice to a blocked phone ${n}` })
      const failed = await untilMessageState(person, `invoice to a blocked phone ${n}`, 'failed')
      expect(failed.reason).toMatch(
        /^WhatsApp couldn’t deliver to this phone\. It has blocked us, .* Unblock the chat .* then send again\.$/,
      )
    }
    await vi.waitFor(async () => expect(await destinations()).toMatchObject([{ state: 'unreachable' }]), patience)
    await sendMail(product, address, { subject: 'invoice to an unreachable phone' })
    const held = await untilMessageState(person, 'invoice to an unreachable phone', 'held')
    expect(held.reason).toMatch(/several times in a row\. Unblock our chat .* to get this email\.$/)
    await product.sandbox.sim(`phones/${phone}/unblock`, {})
    await phoneWrites(product, phone, 'hello again')
    await untilMessageState(person, 'invoice to an unreachable phone', 'forwarded')
    const failed = await untilMessageState(person, 'invoice to a blocked phone 2', 'failed')
    await person.ask(delivery.addAttemptApi, 'POST', `/api/deliveries/${failed.deliveries[0]?.id}/attempts`)
    await untilMessageState(person, 'invoice to a blocked phone 2', 'forwarded')
  })

  test('ignores forgeries: a webhook with a wrong signature changes nothing', async () => {
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] })
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    const answer = await fetch(`${product.url}/webhooks/whatsapp`, { method: 'POST', headers, body })
    expect(answer.status).toBe(401)
  })

  const destinations = async () => (await person.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')).items
})

test('at the end the ledger is balanced and nothing is pending', async () => {
  await vi.waitFor(async () => {
    const { arrived, ...parts } = await readSum(person)
    expect(parts).toMatchObject({ underWay: 0, held: 0, failed: 2 })
    expect(Object.values(parts).reduce((a, b) => a + b)).toBe(arrived)
  }, patience)
})

const hostile: Record<string, string> = {
  'nothing at all': '\r\n',
  'no header': 'This is only a line of text.\r\n',
  'bytes of every kind': Array.from({ length: 4096 }, (_, i) => String.fromCharCode(i % 256)).join(''),
  'a header that never ends': `Subject: ${'a'.repeat(60_000)}\r\n\r\nHello\r\n`,
  'parts within parts': nested(400),
  'a boundary that never comes': mailOf('invoice in parts', 'not a part', 'multipart/mixed; boundary="nowhere"'),
  'a letter set that nobody knows': mailOf('=?x-nobody?B?////?= =?utf-8?Q?=ZZ?=', '\u00ff\u00fe', 'text/plain; charset=x-nobody'),
  'a transfer encoding that lies': mailOf('base64', '!!!not base64!!!', 'text/html\r\nContent-Transfer-Encoding: base64'),
  'addresses without end': `From: ${'a@example.com, '.repeat(8000)}\r\nSubject: many\r\n\r\nHello\r\n`,
  'a sender that is no address': 'From: \0<<>>"(((\r\nTo: :;:;\r\nSubject: \u0001\u0002\r\nDate: yesterday\r\n\r\n\0\0\0\r\n',
}

function mailOf(subject: string, body: string, type = 'text/plain; charset=utf-8'): string {
  const head = ['From: billing@example.net', 'To: olga@example.org', `Subject: ${subject}`, 'MIME-Version: 1.0', `Content-Type: ${type}`]
  return `${head.join('\r\n')}\r\n\r\n${body}\r\n`
}

function nested(depth: number): string {
  const opened = Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`)
  return `Subject: deep\r\nMIME-Version: 1.0\r\n${opened.join('')}Content-Type: text/plain\r\n\r\nAt the bottom.\r\n`
}

async function refusalOf(to: string, sent: Parameters<typeof sendMail>[2]): Promise<unknown> {
  return sendMail(product, to, sent).then(
    () => null,
    (error: unknown) => error,
  )
}

/** The answer to a mail of which the sender did not tell the size. */
async function withoutSize(to: string, raw: string): Promise<string> {
  const socket = connect(product.smtpPort(), '127.0.0.1').setEncoding('latin1')
  const lines: string[] = ['EHLO example.net', 'MAIL FROM:<billing@example.net>', `RCPT TO:<${to}>`, 'DATA', `${raw}.`, 'QUIT']
  let answer = ''
  for await (const chunk of socket) {
    answer = String(chunk)
    if (answer.startsWith('5')) break
    const next = lines.shift()
    if (next !== undefined) socket.write(`${next}\r\n`)
  }
  socket.destroy()
  return answer.trim()
}

async function listening(server: Server): Promise<{ port: number; server: Server }> {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const at = server.address()
  return { port: typeof at === 'object' && at ? at.port : 0, server }
}

/** Answers as Gmail does when it is given the password of the website. */
const wantsAppPassword = createServer(socket => {
  socket.on('error', () => undefined)
  socket.write('* OK Gimap ready for requests\r\n')
  socket.on('data', data => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      const [tag, command] = line.split(' ')
      const refusal = 'NO [ALERT] Application-specific password required: https://support.google.com/accounts/answer/185833 (Failure)'
      socket.write(command === 'LOGIN' ? `${tag} ${refusal}\r\n` : `* CAPABILITY IMAP4rev1 ID\r\n${tag} OK done\r\n`)
    }
  })
})
