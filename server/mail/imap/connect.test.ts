// Tests that a mail server that floods us cannot use up the memory that all users share.
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openOutside } from '../../foundation/outside.ts'
import { listLeaves } from '../parsing/structure.ts'
import { openInbox } from './connect.ts'

const outside = openOutside({ allow: [], loopback: true })

/** Speaks enough IMAP to be opened; `answer` writes what comes before the OK of a UID command. */
async function inboxOf(answer: (command: string, socket: Socket) => Promise<void> | void) {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    const reply = async (data: Buffer) => {
      const [, tag = '', command = ''] = /^(\S+) (.*)\r\n/.exec(data.toString()) ?? []
      if (/^CAPABILITY/.test(command)) socket.write('* CAPABILITY IMAP4rev1\r\n')
      if (/^EXAMINE/.test(command)) socket.write('* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4] ok\r\n')
      if (/^UID /.test(command)) await answer(command, socket)
      socket.write(`${tag} OK done\r\n`)
    }
    socket.on('data', data => void reply(data))
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const at = server.address()
  const port = typeof at === 'object' ? (at?.port ?? 0) : 0
  const connection = await openInbox({ outside }, { host: '127.0.0.1', port, security: 'none', username: 'anna' }, 'secret', 5000)
  onTestFinished(() => {
    connection.close()
    server.close()
  })
  const inbox = await connection.open('INBOX')
  if (!inbox) throw new Error('The inbox was not opened.')
  return { ...inbox, isOpen: connection.isOpen }
}

test('a search and a fetch are answered', async () => {
  const inbox = await inboxOf((command, socket) => {
    if (/SEARCH/.test(command)) socket.write('* SEARCH 2 3\r\n')
    else socket.write('* 2 FETCH (UID 2 RFC822.SIZE 5 BODY[]<0> {5}\r\nhello)\r\n')
  })
  expect(await inbox.uids(1, null, null)).toEqual([2, 3])
  expect((await inbox.fetch([2], 100)).map(mail => mail.source?.toString())).toEqual(['hello'])
})

test('more of an email than was requested closes the connection', async () => {
  const inbox = await inboxOf((_command, socket) => void socket.write(`* 2 FETCH (UID 2 BODY[]<0> {2000}\r\n${'x'.repeat(2000)})\r\n`))
  await expect(inbox.fetch([2], 1000)).rejects.toMatchObject({ problem: 'not_imap' })
  expect(inbox.isOpen()).toBe(false)
})

test('an endless response closes the connection', async () => {
  const line = `* SEARCH ${'4294967295 '.repeat(5000)}\r\n`
  const inbox = await inboxOf(async (_command, socket) => {
    while (!socket.destroyed) if (!socket.write(line)) await new Promise(later => socket.once('drain', later).once('close', later))
  })
  await expect(inbox.uids(1, null, null)).rejects.toMatchObject({ problem: 'not_imap' })
  expect(inbox.isOpen()).toBe(false)
})

const part = '("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 100 1 NIL NIL NIL NIL)'
const branch = (parts: string) => `(${parts} "mixed" ("boundary" "b") NIL NIL NIL)`
const nested = (levels: number) => `${'('.repeat(levels)}${part}${' "mixed" NIL NIL NIL NIL)'.repeat(levels)}`

test.each<[string, string, number | null]>([
  ['of two parts', branch(part + part), 2],
  ['of a mail within a mail', `("message" "rfc822" NIL NIL NIL "7bit" 9 NIL ${part} 1)`, 1],
  ['of a thousand parts', branch(part.repeat(1000)), 1000],
  ['of more parts than are told', branch(part.repeat(3000)), 1000],
  ['of 5,000 levels', nested(5000), null],
  ['of 22 levels', nested(22), null],
  ['NIL', 'NIL', null],
  ['of nothing', '()', null],
  ['of words that are none', 'FOO', null],
  ['that never ends', '('.repeat(50_000), null],
  ['of negative and endless sizes', branch(part.replace(' 100 ', ' -5 ') + part.replace(' 100 ', ' 99999999999999999999 ')), 2],
  ['with names that change what an object is', part.replace('"charset"', '"__proto__*0*"'), 1],
])('a structure %s', async (_, structure, parts) => {
  const inbox = await inboxOf((_command, socket) => void socket.write(`* 2 FETCH (UID 2 RFC822.SIZE 9000 BODYSTRUCTURE ${structure})\r\n`))
  const described = (await inbox.structures([2])).get(2)
  expect(described ? listLeaves(described.root).length : null).toBe(parts)
  expect(described ? listLeaves(described.root).every(leaf => leaf.encodedBytes <= 9000) : true).toBe(true)
  expect(inbox.isOpen()).toBe(true)
})

test('a structure that takes too long to parse closes the connection', async () => {
  const inbox = await inboxOf((_command, socket) => void socket.write(`* 2 FETCH (UID 2 BODYSTRUCTURE ${branch(part.repeat(12_000))})\r\n`))
  await expect(inbox.structures([2])).rejects.toThrow()
  expect(inbox.isOpen()).toBe(false)
})

test('parts are accepted in every form: omitted, NIL, unrequested, as literals and quoted', async () => {
  const answers = ['BODY[1]<0> {5}\r\nhello BODY[2]<0> NIL', 'BODY[1]<0> "hello"', 'BODY[9] {3}\r\nxyz', '']
  const inbox = await inboxOf(
    (_command, socket) => void socket.write(answers.map((a, i) => `* ${i + 1} FETCH (UID ${i + 1} ${a})\r\n`).join('')),
  )
  const found = await inbox.sections([1, 2, 3, 4], ['1', '2'], 100)
  const texts = [...found].map(([uid, contents]) => [
    uid,
    ...[...contents].map(([section, content]) => `${section}: ${content.toString()}`),
  ])
  expect(texts).toEqual([[1, '1: hello'], [2, '1: hello'], [3, '9: xyz'], [4]])
})

test('more of a part than was requested closes the connection', async () => {
  const inbox = await inboxOf((_command, socket) => void socket.write(`* 2 FETCH (UID 2 BODY[1]<0> {2000}\r\n${'x'.repeat(2000)})\r\n`))
  await expect(inbox.sections([2], ['1'], 1000)).rejects.toMatchObject({ problem: 'not_imap' })
  expect(inbox.isOpen()).toBe(false)
})
