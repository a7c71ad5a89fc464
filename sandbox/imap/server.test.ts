// Tests with a real client that the mail server behaves correctly unless told to misbehave.
import { ImapFlow } from 'imapflow'
import { expect, onTestFinished, test } from 'vitest'
import { newAuthority } from '../../test/certificates.ts'
import { lieNames } from './lies.ts'
import { type ImapOptions, type ImapServer, startImap } from './server.ts'

const rawEmail = (subject: string, body = 'Hello'): string => `From: Ann <ann@example.com>\r\nSubject: ${subject}\r\n\r\n${body}\r\n`
const multipartEmail = [
  'Subject: parts',
  'Content-Type: multipart/mixed; boundary="cut"',
  '',
  '--cut',
  'Content-Type: text/plain',
  '',
  'the text',
  '--cut',
  'Content-Type: application/pdf; name="a.pdf"',
  'Content-Disposition: attachment; filename="a.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'YWJj',
  '--cut--',
  '',
].join('\r\n')

async function openClient(options: ImapOptions & { secure?: 'tls' | 'starttls' } = {}): Promise<{ server: ImapServer; client: ImapFlow }> {
  const server = await startImap(options)
  const secure = options.secure === 'tls'
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: secure ? server.tlsPort : server.port,
    secure,
    ...(!secure && { doSTARTTLS: options.secure === 'starttls' }),
    auth: { user: 'ann', pass: 'secret' },
    tls: { rejectUnauthorized: false },
    logger: false,
  })
  onTestFinished(async () => {
    client.close()
    await server.stop()
  })
  await client.connect()
  return { server, client }
}

test('a client signs in, lists, opens and fetches messages', async () => {
  const { server, client } = await openClient()
  server.add('ann', rawEmail('one'))
  server.add('ann', multipartEmail, { flags: ['\\Seen'] })
  server.add('ann', rawEmail('elsewhere'), { folder: 'Old mail' })
  const mailbox = await client.mailboxOpen('INBOX', { readOnly: true })
  expect(mailbox).toMatchObject({ exists: 2, uidNext: 3 })
  expect((await client.list()).map(folder => folder.path)).toEqual(['INBOX', 'Old mail'])
  expect(await client.status('Old mail', { messages: true, uidNext: true })).toMatchObject({ messages: 1, uidNext: 2 })
  const query = {
    uid: true,
    flags: true,
    size: true,
    internalDate: true,
    envelope: true,
    bodyStructure: true,
    source: true,
    bodyParts: ['2'],
  }
  const [message, two] = await client.fetchAll('1:*', query, { uid: true })
  expect(message?.envelope?.subject).toBe('one')
  expect(message?.envelope?.from?.[0]?.address).toBe('ann@example.com')
  expect(message?.source?.toString()).toBe(rawEmail('one'))
  expect(two?.flags?.has('\\Seen')).toBe(true)
  expect(two?.size).toBe(multipartEmail.length)
  expect(two?.bodyStructure?.childNodes?.map(node => node.type)).toEqual(['text/plain', 'application/pdf'])
  expect(two?.bodyParts?.get('2')?.toString().trim()).toBe('YWJj')
})

test('headers only, a single header field and a range of a message are returned as requested', async () => {
  const { server, client } = await openClient()
  const uid = server.add('ann', rawEmail('pieces', 'x'.repeat(5000)))
  await client.mailboxOpen('INBOX', { readOnly: true })
  const fetched = await client.fetchOne(String(uid), { headers: ['subject'], source: { start: 10, maxLength: 100 } }, { uid: true })
  expect(fetched && fetched.headers?.toString().trim()).toBe('Subject: pieces')
  expect(fetched && fetched.source?.toString()).toBe(rawEmail('pieces', 'x'.repeat(5000)).slice(10, 110))
})

test('an idling client is notified of new and removed messages', async () => {
  const { server, client } = await openClient()
  server.add('ann', rawEmail('old'))
  await client.mailboxOpen('INBOX', { readOnly: true })
  const events: string[] = []
  client.on('exists', ({ count }) => events.push(`exists ${count}`))
  client.on('expunge', event => events.push(`expunge ${event.seq}`))
  void client.idle()
  server.add('ann', rawEmail('new'))
  await expect.poll(() => events).toEqual(['exists 2'])
  server.expunge('ann', [1])
  await expect.poll(() => events).toEqual(['exists 2', 'expunge 1'])
  expect(await client.search({ uid: '1:*' }, { uid: true })).toEqual([2])
})

test('search supports dates, headers and sets; a move moves the message', async () => {
  const { server, client } = await openClient()
  server.add('ann', rawEmail('then'), { receivedAt: new Date('2020-01-05T12:00:00Z') })
  server.add('ann', rawEmail('now'))
  server.folder('ann', 'Done')
  await client.mailboxOpen('INBOX')
  expect(await client.search({ since: new Date('2020-01-06') }, { uid: true })).toEqual([2])
  expect(await client.search({ header: { subject: 'then' } }, { uid: true })).toEqual([1])
  await client.messageMove('1', 'Done', { uid: true })
  expect(server.folder('ann').messages.map(message => message.uid)).toEqual([2])
  expect(server.folder('ann', 'Done').messages).toHaveLength(1)
})

test.each(['tls', 'starttls'] as const)('%s encrypts the connection', async secure => {
  const { cert, key } = newAuthority().sign('localhost')
  const { server, client } = await openClient({ tls: { cert, key }, secure })
  server.add('ann', rawEmail('secret'))
  const mailbox = await client.mailboxOpen('INBOX')
  expect(client.secureConnection && mailbox.exists).toBe(1)
})

test('a wrong password is refused, and sign-ins are counted', async () => {
  const server = await startImap({ password: 'right' })
  onTestFinished(() => server.stop())
  const client = new ImapFlow({ host: '127.0.0.1', port: server.port, secure: false, auth: { user: 'ann', pass: 'wrong' }, logger: false })
  await expect(client.connect()).rejects.toMatchObject({ authenticationFailed: true })
  expect(server.signIns()).toHaveLength(1)
})

test('a server without IDLE does not offer it', async () => {
  const { client } = await openClient({ without: ['IDLE'] })
  expect(client.capabilities.has('IDLE')).toBe(false)
})

test('there are more than fifty ways to lie', () => {
  expect(lieNames.length).toBeGreaterThan(50)
})
