// A server that sends without end: one person's mailbox must not take the memory of all others.
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openOutside } from '../../outside.ts'
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

test('more of a mail than was asked for closes the connection', async () => {
  const inbox = await inboxOf((_command, socket) => void socket.write(`* 2 FETCH (UID 2 BODY[]<0> {2000}\r\n${'x'.repeat(2000)})\r\n`))
  await expect(inbox.fetch([2], 1000)).rejects.toMatchObject({ problem: 'not_imap' })
  expect(inbox.isOpen()).toBe(false)
})

test('an answer without end closes the connection', async () => {
  const line = `* SEARCH ${'4294967295 '.repeat(5000)}\r\n`
  const inbox = await inboxOf(async (_command, socket) => {
    while (!socket.destroyed) if (!socket.write(line)) await new Promise(later => socket.once('drain', later).once('close', later))
  })
  await expect(inbox.uids(1, null, null)).rejects.toMatchObject({ problem: 'not_imap' })
  expect(inbox.isOpen()).toBe(false)
}, 15_000)
