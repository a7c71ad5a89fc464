// The server as a real client finds it: honest where it is to be honest.
import { ImapFlow } from 'imapflow'
import { expect, onTestFinished, test } from 'vitest'
import { newAuthority } from '../../test/certificates.ts'
import { lieNames } from './lies.ts'
import { type ImapOptions, type ImapServer, startImap } from './server.ts'

const mail = (subject: string, body = 'Hello'): string => `From: Ann <ann@example.com>\r\nSubject: ${subject}\r\n\r\n${body}\r\n`
const parts = [
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

async function opened(options: ImapOptions & { secure?: 'tls' | 'starttls' } = {}): Promise<{ server: ImapServer; client: ImapFlow }> {
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

test('a client signs in, lists, opens and fetches what was put in', async () => {
  const { server, client } = await opened()
  server.add('ann', mail('one'))
  server.add('ann', parts, { flags: ['\\Seen'] })
  server.add('ann', mail('elsewhere'), { folder: 'Old mail' })
  const box = await client.mailboxOpen('INBOX', { readOnly: true })
  expect(box).toMatchObject({ exists: 2, uidNext: 3 })
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
  const [one, two] = await client.fetchAll('1:*', query, { uid: true })
  expect(one?.envelope?.subject).toBe('one')
  expect(one?.envelope?.from?.[0]?.address).toBe('ann@example.com')
  expect(one?.source?.toString()).toBe(mail('one'))
  expect(two?.flags?.has('\\Seen')).toBe(true)
  expect(two?.size).toBe(parts.length)
  expect(two?.bodyStructure?.childNodes?.map(node => node.type)).toEqual(['text/plain', 'application/pdf'])
  expect(two?.bodyParts?.get('2')?.toString().trim()).toBe('YWJj')
})

test('headers alone, a named field and a piece of a mail are given as asked', async () => {
  const { server, client } = await opened()
  const uid = server.add('ann', mail('pieces', 'x'.repeat(5000)))
  await client.mailboxOpen('INBOX', { readOnly: true })
  const found = await client.fetchOne(String(uid), { headers: ['subject'], source: { start: 10, maxLength: 100 } }, { uid: true })
  expect(found && found.headers?.toString().trim()).toBe('Subject: pieces')
  expect(found && found.source?.toString()).toBe(mail('pieces', 'x'.repeat(5000)).slice(10, 110))
})

test('who idles is told of what comes and of what goes', async () => {
  const { server, client } = await opened()
  server.add('ann', mail('old'))
  await client.mailboxOpen('INBOX', { readOnly: true })
  const heard: string[] = []
  client.on('exists', ({ count }) => heard.push(`exists ${count}`))
  client.on('expunge', event => heard.push(`expunge ${event.seq}`))
  void client.idle()
  server.add('ann', mail('new'))
  await expect.poll(() => heard).toEqual(['exists 2'])
  server.expunge('ann', [1])
  await expect.poll(() => heard).toEqual(['exists 2', 'expunge 1'])
  expect(await client.search({ uid: '1:*' }, { uid: true })).toEqual([2])
})

test('a search knows days, headers and sets; a move takes the mail along', async () => {
  const { server, client } = await opened()
  server.add('ann', mail('then'), { receivedAt: new Date('2020-01-05T12:00:00Z') })
  server.add('ann', mail('now'))
  server.folder('ann', 'Done')
  await client.mailboxOpen('INBOX')
  expect(await client.search({ since: new Date('2020-01-06') }, { uid: true })).toEqual([2])
  expect(await client.search({ header: { subject: 'then' } }, { uid: true })).toEqual([1])
  await client.messageMove('1', 'Done', { uid: true })
  expect(server.folder('ann').mails.map(one => one.uid)).toEqual([2])
  expect(server.folder('ann', 'Done').mails).toHaveLength(1)
})

test.each(['tls', 'starttls'] as const)('%s protects the connection', async secure => {
  const { cert, key } = newAuthority().sign('localhost')
  const { server, client } = await opened({ tls: { cert, key }, secure })
  server.add('ann', mail('secret'))
  const box = await client.mailboxOpen('INBOX')
  expect(client.secureConnection && box.exists).toBe(1)
})

test('a wrong password is refused, and sign-ins are counted', async () => {
  const server = await startImap({ password: 'right' })
  onTestFinished(() => server.stop())
  const client = new ImapFlow({ host: '127.0.0.1', port: server.port, secure: false, auth: { user: 'ann', pass: 'wrong' }, logger: false })
  await expect(client.connect()).rejects.toMatchObject({ authenticationFailed: true })
  expect(server.signIns()).toHaveLength(1)
})

test('without IDLE it says so', async () => {
  const { client } = await opened({ without: ['IDLE'] })
  expect(client.capabilities.has('IDLE')).toBe(false)
})

test('there are more than fifty ways to lie', () => {
  expect(lieNames.length).toBeGreaterThan(50)
})
