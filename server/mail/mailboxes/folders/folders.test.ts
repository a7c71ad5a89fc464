// Tests several folders of a mailbox on a real Dovecot: separate cursors, renames, and reconciling with the server.
import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { plainView } from '../../../../core/filters/testing/plain-message.fixture.ts'
import { secondPathTimes } from '../../../../core/mailbox/second-path.ts'
import { testDatabase } from '../../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../../test/dovecot.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { openUserKeys } from '../../../foundation/db/keys.ts'
import { openLog } from '../../../foundation/log.ts'
import { openOutside } from '../../../foundation/outside.ts'
import { newId, newKey } from '../../../foundation/seal.ts'
import { saveOnce } from '../../messages/store.ts'
import type { Arrived } from '../../parsing/arrived.ts'
import { headerValue, splitMail } from '../../parsing/raw.ts'
import type { OnMail } from '../../receiving/drain.ts'
import { watchMailboxes } from '../../receiving/leases.ts'
import { listEvents } from '../events/store.ts'
import { sealPassword } from '../sealed.ts'
import { addImapMailbox, changeMailbox, type NewFolder, readMailbox, removeMailbox } from '../store.ts'
import { chooseFolders, listFolders, restartFolders } from './store.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const deps = { db, keys, door: { outside: openOutside({ allow: [], loopback: true }) }, clock: systemClock, log: openLog('silent') }
const dayMs = 86_400_000

describe.skipIf(skipWithoutDovecot())('a mailbox on Dovecot', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot()
  })
  afterAll(() => dovecot.stop())

  test('emails in watched folders are received, and in no others', async () => {
    const box = await open(dovecot, { folders: ['INBOX', 'Lists'], makes: ['Lists', 'Other'] })
    await box.append('Lists', 'in lists')
    await box.append('Other', 'in other')
    await dovecot.deliver(box.user, { subject: 'in inbox' })
    await until(() => box.seen.length === 2)
    expect(box.seen.toSorted()).toEqual(['INBOX in inbox', 'Lists in lists'])
  })

  test('a folder starts at the chosen time, and an earlier start brings nothing twice', async () => {
    const box = await open(dovecot, {
      folders: ['INBOX'],
      startsAt: new Date(Date.now() - dayMs),
      fill: async append => {
        for (const [subject, days] of Object.entries({ old: 10, week: 3, today: 0.1 })) await append('INBOX', subject, days)
      },
    })
    await until(() => box.seen.length === 1)
    expect(box.seen).toEqual(['INBOX today'])
    await restartFolders(db, box.userId, box.mailboxId, new Date(Date.now() - 7 * dayMs))
    await changeMailbox(db, box.userId, box.mailboxId, {})
    await until(() => box.seen.length === 2)
    await box.append('INBOX', 'new')
    await until(() => box.seen.length === 3)
    expect(box.seen).toEqual(['INBOX today', 'INBOX week', 'INBOX new'])
  })

  test('a renamed folder is followed, including emails that came meanwhile, and nothing comes twice', async () => {
    const box = await open(dovecot, { folders: ['INBOX', 'Trips'], makes: ['Trips'] })
    await box.append('Trips', 'one')
    await until(() => box.seen.length === 1)
    await box.as(client => client.mailboxRename('Trips', 'Journeys'))
    await box.append('Journeys', 'two')
    await until(() => box.seen.length === 2)
    expect(box.seen).toEqual(['Trips one', 'Journeys two'])
    expect((await box.folders()).map(f => f.name)).toEqual(['INBOX', 'Journeys'])
    const kept = await db.selectFrom('messages').select(['folder', 'source_key']).where('mailbox_id', '=', box.mailboxId).execute()
    expect(kept.map(m => [m.folder, m.source_key.split(':')[0]])).toEqual([
      ['Journeys', 'Journeys'],
      ['Journeys', 'Journeys'],
    ])
  })

  test('two folders that swapped names while unwatched are told apart', async () => {
    const box = await open(dovecot, { folders: ['INBOX', 'A', 'B'], makes: ['A', 'B'] })
    await box.append('A', 'first in a')
    await box.append('B', 'first in b')
    await until(() => box.seen.length === 2)
    await box.stop()
    await box.as(async client => {
      for (const [from, to] of [
        ['A', 'C'],
        ['B', 'A'],
        ['C', 'B'],
      ] as const)
        await client.mailboxRename(from, to)
    })
    await box.append('A', 'second in b')
    box.start()
    await until(() => box.seen.length === 3)
    await pause(500)
    expect(box.seen.slice(2)).toEqual(['A second in b'])
  })

  test('a missing folder is reported, and its new emails come once it is back', async () => {
    const box = await open(dovecot, { folders: ['INBOX', 'Brief'], makes: ['Brief'] })
    await box.as(client => client.mailboxDelete('Brief'))
    await until(async () => (await box.folders()).some(f => f.is_gone))
    await dovecot.deliver(box.user, { subject: 'meanwhile' })
    await until(() => box.seen.length === 1)
    await box.as(client => client.mailboxCreate('Brief'))
    await box.append('Brief', 'back')
    await until(() => box.seen.length === 2)
    expect((await box.events()).filter(kind => kind.startsWith('folder'))).toEqual(['folder_gone', 'folder_back'])
  })

  test('emails that we lack are recovered, and counted', async () => {
    const box = await open(dovecot, { folders: ['INBOX'] })
    for (const subject of ['a', 'b', 'c']) await dovecot.deliver(box.user, { subject })
    await until(() => box.seen.length === 3)
    await box.stop()
    await db.deleteFrom('messages').where('mailbox_id', '=', box.mailboxId).where('uid', '=', '2').execute()
    box.start()
    await until(async () => (await box.folders())[0]?.recovered === 1)
    await until(async () => (await box.folders())[0]?.stored === 3)
    expect((await box.folders())[0]).toMatchObject({ on_server: 3, stored: 3, recovered: 1 })
    await until(async () => (await box.events()).includes('taken_up'))
    expect([box.seen.length, new Set(box.seen).size]).toEqual([4, 3])
  })

  test.each([
    ['before as many mails came as it lacks', ['e']],
    ['and more mails came since than it lacks', ['e', 'f', 'g']],
  ])('a backup is restored %s: no email is lost, and none comes twice', async (_, after) => {
    const box = await open(dovecot, { folders: ['INBOX'] })
    const deliver = async (subjects: string[]) => {
      for (const subject of subjects) await dovecot.deliver(box.user, { subject })
    }
    await deliver(['a', 'b'])
    await until(() => box.seen.length === 2)
    const restore = await dovecot.backup(box.user)
    await deliver(['c', 'd'])
    await until(() => box.seen.length === 4)
    await box.stop()
    await restore()
    await deliver(after)
    box.start()
    const all = ['a', 'b', 'c', 'd', ...after].map(subject => `INBOX ${subject}`)
    await until(() => box.seen.length === all.length)
    await pause(1000)
    expect(box.seen.toSorted()).toEqual(all)
    await until(async () => (await box.folders())[0]?.stored === 2 + after.length)
  })

  test('a new UIDVALIDITY in one of two folders neither loses nor repeats an email', async () => {
    const box = await open(dovecot, { folders: ['INBOX', 'Twin'], makes: ['Twin'] })
    await box.append('Twin', 'same')
    await box.append('INBOX', 'same')
    await until(() => box.seen.length === 2)
    await dovecot.renumber(box.user)
    await dovecot.deliver(box.user, { subject: 'after' })
    await until(() => box.seen.length === 3)
    await pause(1000)
    expect(box.seen.toSorted()).toEqual(['INBOX after', 'INBOX same', 'Twin same'])
  })

  test('removed folders are left alone, and new ones start now', async () => {
    const box = await open(dovecot, { folders: ['INBOX', 'Out'], makes: ['Out', 'In'] })
    await box.append('In', 'before')
    await pause(1100)
    await chooseFolders(db, box.userId, box.mailboxId, ['INBOX', 'In'], systemClock.now())
    await changeMailbox(db, box.userId, box.mailboxId, {})
    await until(async () => (await box.folders()).every(folder => folder.uid_next !== null))
    await box.append('Out', 'not watched')
    await box.append('In', 'watched')
    await until(() => box.seen.length === 1)
    expect(box.seen).toEqual(['In watched'])
  })

  test('a connection that misses new email is detected by the second path', async () => {
    const deaf = await deafening(dovecot.imapPort)
    const box = await open(dovecot, { folders: ['INBOX'], port: deaf.port })
    await until(async () => (await readMailbox(db, box.userId, box.mailboxId))?.cross_checked_at !== null)
    await pause(2500)
    deaf.begin()
    await dovecot.deliver(box.user, { subject: 'unheard' })
    await until(() => box.seen.length === 1)
    expect((await box.events()).includes('deaf')).toBe(true)
  })
})

interface Options {
  folders: string[]
  makes?: string[]
  startsAt?: Date
  port?: number
  fill?(append: (folder: string, subject: string, daysAgo: number) => Promise<void>): Promise<void>
}

async function open(dovecot: Dovecot, { folders, makes = [], startsAt, port = dovecot.imapPort, fill }: Options) {
  const user = `u${randomUUID().slice(0, 8)}`
  dovecot.addUser(user, 'secret')
  const as = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const auth = { user, pass: 'secret' }
    const client = new ImapFlow({ host: '127.0.0.1', port: dovecot.imapPort, secure: false, auth, logger: false })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.logout()
    }
  }
  const append = async (folder: string, subject: string, daysAgo = 0) => {
    const raw = `Message-ID: <${subject.replaceAll(' ', '.')}@example.com>\r\nSubject: ${subject}\r\n\r\nHello\r\n`
    await as(client => client.append(folder, raw, [], new Date(Date.now() - daysAgo * dayMs)))
  }
  for (const folder of makes) await as(client => client.mailboxCreate(folder))
  await fill?.(append)
  const [userId, mailboxId, now] = [randomUUID(), newId(systemClock.now()), systemClock.now()]
  const settings = { host: '127.0.0.1', port, security: 'none' as const, username: user }
  const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, 'secret')
  const wanted: NewFolder[] = folders.map(name => ({ name, startsAt: startsAt ?? now, cursor: null }))
  await addImapMailbox(db, userId, { id: mailboxId, address: `${user}@example.com`, settings, secret, folders: wanted, now })
  const seen: string[] = []
  const host = { ...deps, onMail: keeping(seen), batch: 50, maxBytes: 1_000_000, leaseMs: 3000, tickMs: 100, hostId: `h-${user}` }
  const times = { ...secondPathTimes, everyMs: 700, quietMs: 500, doubtMs: 1000 }
  const start = () => watchMailboxes({ ...host, pollIntervals: { busyMs: 200, quietMs: 200 }, secondPathTimes: times })
  let watch = start()
  const box = {
    ...{ user, userId, mailboxId, seen, as, append },
    stop: () => watch.stop(),
    start() {
      watch = start()
    },
    folders: () => listFolders(db, userId, [mailboxId]),
    events: async () => (await listEvents(db, userId, mailboxId)).map(event => event.kind).toReversed(),
  }
  onTestFinished(async () => {
    await watch.stop()
    await removeMailbox(db, userId, mailboxId)
  })
  await until(async () => (await readMailbox(db, userId, mailboxId))?.state === 'live')
  return box
}

/** Keeps what is new, and notes it with its folder. */
function keeping(seen: string[]): OnMail {
  return async (batch, alongside) => {
    const fresh = await db.transaction().execute(async tx => {
      const userId = batch[0]?.userId ?? ''
      const viewOf = ({ raw }: Arrived) => {
        const { head } = splitMail(raw)
        return plainView({ subject: headerValue(head, 'subject') ?? '', messageId: headerValue(head, 'message-id') })
      }
      const messages = batch.map(arrived => ({
        id: newId(systemClock.now()),
        arrived,
        view: viewOf(arrived),
      }))
      const ids = await saveOnce(tx, userId, await keys.contentKeyOf(tx, userId), messages)
      await alongside?.(tx)
      return messages.filter(m => ids.has(m.id)).map(m => `${m.arrived.folder} ${m.view.subject}`)
    })
    seen.push(...fresh)
  }
}

/** A proxy whose connections of now hear nothing of new mail once it has begun, though they answer. */
async function deafening(port: number) {
  const sockets = new Set<Socket>()
  const deaf = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.on('data', data => far.write(data))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    far.on('data', data =>
      near.write(deaf.has(near) ? data.toString('latin1').replace(/^\* \d+ (EXISTS|RECENT)\r\n/gm, '') : data, 'latin1'),
    )
    near.on('close', () => sockets.delete(near))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const begin = () => {
    for (const socket of sockets) deaf.add(socket)
  }
  return { port: typeof address === 'object' && address ? address.port : 0, begin }
}

async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms in vain for ${holds.toString()}`)
    await pause(25)
  }
}
