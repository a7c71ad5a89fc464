// Tests filter actions on a real Dovecot: run once, on the right email, and with a reason when they fail.
import { randomUUID } from 'node:crypto'
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { plainView } from '../../../core/filters/testing/plain-message.fixture.ts'
import type { FilterActionKind } from '../../../core/mailbox/actions.ts'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { systemClock } from '../../foundation/clock.ts'
import { openUserKeys } from '../../foundation/db/keys.ts'
import { openLog } from '../../foundation/log.ts'
import { openOutside } from '../../foundation/outside.ts'
import { newId, newKey } from '../../foundation/seal.ts'
import { sealPassword } from '../mailboxes/sealed.ts'
import { addImapMailbox, LeaseLost, removeMailbox } from '../mailboxes/store.ts'
import { saveOnce } from '../messages/store.ts'
import type { OnMail } from '../receiving/drain.ts'
import { watchMailboxes } from '../receiving/leases.ts'
import { beginFilterAction, dueFilterActions, saveFilterActions } from './store.ts'

const { db } = await testDatabase()
const keys = openUserKeys(newKey(), systemClock.now)
const deps = { db, keys, door: { outside: openOutside({ allow: [], loopback: true }) }, clock: systemClock, log: openLog('silent') }

describe.skipIf(skipWithoutDovecot())('a mailbox on Dovecot', () => {
  let dovecot: Dovecot
  beforeAll(async () => {
    dovecot = await startDovecot()
  })
  afterAll(() => dovecot.stop())

  test('an email is marked, flagged and moved into a new folder, and does not arrive again', async () => {
    const box = await open(dovecot, [['mark_read'], ['flag'], ['move', 'Bills/2026']])
    await dovecot.deliver(box.user, mail('one'))
    await until(async () => (await box.rows()).filter(row => row.state === 'done').length === 3)
    expect(await box.look('Bills.2026')).toEqual([{ subject: 'one', flags: ['\\Flagged', '\\Seen'] }])
    expect(await box.look('INBOX')).toEqual([])
    await dovecot.deliver(box.user, mail('two'))
    await until(() => box.seen.length === 2)
    expect(box.seen).toEqual(['one', 'two'])
  })

  test('an email without filter actions stays unread', async () => {
    const box = await open(dovecot, [['flag']], subject => subject === 'asked')
    await dovecot.deliver(box.user, mail('not asked'))
    await dovecot.deliver(box.user, mail('asked'))
    await until(async () => (await box.rows()).some(row => row.state === 'done'))
    expect(await box.look('INBOX')).toEqual([
      { subject: 'not asked', flags: [] },
      { subject: 'asked', flags: ['\\Flagged'] },
    ])
  })

  test('a folder is found in any case; an invalid name is reported', async () => {
    const box = await open(dovecot, [])
    await box.as(client => client.mailboxCreate('Parcels'))
    await box.ask('here', [['move', 'parcels']])
    await box.ask('there', [['move', 'a//b']])
    await box.ask('nowhere', [['move', 'x.y']])
    await until(async () => (await box.rows()).filter(row => row.state !== 'waiting').length === 3)
    expect(
      (await box.rows())
        .map(row => [row.folder, row.state, row.reason])
        .toSorted()
        .toReversed(),
    ).toEqual([
      ['x.y', 'failed', 'folder_name'],
      ['parcels', 'done', null],
      ['a//b', 'failed', 'folder_name'],
    ])
    expect((await box.look('Parcels')).map(m => m.subject)).toEqual(['here'])
  })

  test('a move interrupted after the server did it counts as done; a missing email is reported', async () => {
    const box = await open(dovecot, [])
    await box.stop()
    await box.ask('moved', [['move', 'Done']])
    await box.ask('gone', [['flag'], ['move', 'Done']])
    await box.deliverAll()
    await box.as(async client => {
      await client.mailboxCreate('Done')
      await client.mailboxOpen('INBOX')
      await client.messageMove({ subject: 'moved' }, 'Done')
      await client.messageDelete({ subject: 'gone' })
    })
    await db.updateTable('mailbox_actions').set({ attempts: 1 }).where('user_id', '=', box.userId).execute()
    await box.start()
    await until(async () => (await box.rows()).filter(row => row.state !== 'waiting').length === 3)
    expect((await box.rows()).map(row => [row.kind, row.state, row.reason]).sort()).toEqual([
      ['flag', 'failed', 'gone'],
      ['move', 'done', null],
      ['move', 'failed', 'gone'],
    ])
    expect((await box.look('Done')).map(m => m.subject)).toEqual(['moved'])
  })

  test('after a renumbering the action runs on the same message', async () => {
    const box = await open(dovecot, [])
    await dovecot.deliver(box.user, mail('first'))
    await until(() => box.seen.length === 1)
    await box.ask('second', [['flag']])
    await until(() => box.seen.length === 2)
    await until(async () => (await box.rows()).every(row => row.state === 'done'))
    await box.stop()
    await db
      .updateTable('mailbox_actions')
      .set({ state: 'waiting', due_at: new Date(0) })
      .where('user_id', '=', box.userId)
      .execute()
    await box.as(async client => {
      await client.mailboxOpen('INBOX')
      await client.messageFlagsRemove('1:*', ['\\Flagged'])
      await client.messageDelete('1')
    })
    await dovecot.renumber(box.user)
    await box.start()
    await until(async () => (await box.look('INBOX')).some(m => m.flags.includes('\\Flagged')))
    expect(await box.look('INBOX')).toEqual([{ subject: 'second', flags: ['\\Flagged'] }])
  })

  test('a host that has lost the mailbox starts nothing', async () => {
    const box = await open(dovecot, [])
    await box.stop()
    await box.ask('one', [['flag']])
    await box.deliverAll()
    const [action] = await dueFilterActions(db, box.userId, box.mailboxId, new Date(), 10)
    if (!action) throw new Error('No action is due.')
    await expect(beginFilterAction(db, box.userId, { id: box.mailboxId, leaseToken: 999 }, action, new Date(), new Date())).rejects.toThrow(
      LeaseLost,
    )
    expect((await box.rows())[0]).toMatchObject({ attempts: 0, state: 'waiting' })
  })
})

test('the first action of a kind for a message stays, and a message to one of our addresses can’t be acted on', async () => {
  const [userId, messageId, mailboxId, filterId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const now = new Date('2026-11-20T10:00:00Z')
  const move = (folder: string, mailboxKind: 'imap' | 'address' = 'imap', id = messageId) => ({
    ...{ messageId: id, mailboxId, mailboxKind, kind: 'move' as const, folder, filterId },
  })
  await db.transaction().execute(async tx => {
    await saveFilterActions(tx, userId, [move('A')], now)
    await saveFilterActions(tx, userId, [move('B'), move('C', 'address', randomUUID())], now)
  })
  const rows = await db.selectFrom('mailbox_actions').selectAll().where('user_id', '=', userId).orderBy('folder').execute()
  expect(rows.map(row => [row.folder, row.state, row.reason])).toEqual([
    ['A', 'waiting', null],
    ['C', 'failed', 'no_mailbox'],
  ])
})

type Asked = [FilterActionKind, string?]

const mail = (subject: string) =>
  Buffer.from(
    `From: a@example.com\r\nTo: b@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${subject.replaceAll(' ', '-')}@example.com>\r\n\r\nHello\r\n`,
  )

/** A mailbox that is watched as in the product; `always` is asked for each new mail that `wanted` takes. */
async function open(dovecot: Dovecot, always: Asked[], wanted: (subject: string) => boolean = () => true) {
  const user = `u${randomUUID().slice(0, 8)}`
  dovecot.addUser(user, 'secret')
  const [userId, mailboxId] = [randomUUID(), newId(new Date())]
  const settings = { host: '127.0.0.1', port: dovecot.imapPort, security: 'none' as const, username: user }
  const secret = sealPassword(await keys.secretsKeyOf(db, userId), userId, mailboxId, 'secret')
  await addImapMailbox(db, userId, { id: mailboxId, address: `${user}@example.com`, settings, secret, now: new Date() })
  const seen: string[] = []
  const asked = new Map<string, Asked[]>()
  const onMail: OnMail = async (batch, alongside) => {
    const now = new Date()
    await db.transaction().execute(async tx => {
      const messages = batch.map(arrived => {
        const subject = /^Subject: (.*)\r$/m.exec(arrived.raw.toString())?.[1] ?? ''
        return {
          id: newId(now),
          arrived,
          isFirstTimeSender: null,
          view: plainView({ subject, messageId: `<${subject.replaceAll(' ', '-')}@example.com>` }),
        }
      })
      const fresh = await saveOnce(tx, userId, await keys.contentKeyOf(tx, userId), messages)
      const news = messages.filter(m => fresh.has(m.id))
      const actions = news.flatMap(({ id, view }) =>
        [...(wanted(view.subject) ? always : []), ...(asked.get(view.subject) ?? [])].map(([kind, folder]) => ({
          ...{ messageId: id, mailboxId, mailboxKind: 'imap' as const, kind, folder: folder ?? null, filterId: randomUUID() },
        })),
      )
      await saveFilterActions(tx, userId, actions, now)
      await alongside?.(tx)
      seen.push(...news.map(m => m.view.subject))
    })
  }
  let watch: { stop(): Promise<void> } | null = null
  const start = async () => {
    watch = watchMailboxes({ ...deps, onMail, batch: 50, maxBytes: 1_000_000, leaseMs: 30_000, tickMs: 200, hostId: `host-${user}` })
    await until(async () => (await mailbox())?.state === 'live')
  }
  const stop = async () => {
    await watch?.stop()
    watch = null
  }
  const mailbox = () => db.selectFrom('mailboxes').select('state').where('id', '=', mailboxId).executeTakeFirst()
  const as = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port: dovecot.imapPort,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: 'secret' },
      logger: false,
    })
    await client.connect()
    return work(client).finally(() => client.close())
  }
  onTestFinished(async () => {
    await stop()
    await removeMailbox(db, userId, mailboxId)
  })
  await start()
  return {
    ...{ user, userId, mailboxId, seen, start, stop, as },
    rows: () => db.selectFrom('mailbox_actions').selectAll().where('user_id', '=', userId).orderBy('created_at').execute(),
    /** Delivers a mail for which these actions are kept; where nobody watches, `deliverAll` brings it in. */
    async ask(subject: string, actions: Asked[]) {
      asked.set(subject, actions)
      await dovecot.deliver(user, mail(subject))
    },
    /** Keeps what lies in the inbox, with its actions, and does none of them. */
    async deliverAll() {
      const { uidValidity, found } = await as(async client => ({
        uidValidity: Number((await client.mailboxOpen('INBOX')).uidValidity),
        found: await client.fetchAll('1:*', { uid: true, envelope: true }),
      }))
      // Within one second Dovecot may number two emails in either order.
      const batch = found.map(({ uid, envelope: { subject = '' } = {} }) => ({
        ...{ userId, mailboxId, kind: 'imap' as const, sourceKey: `INBOX:${uidValidity}:${uid}`, contentHash: Buffer.from(subject) },
        ...{ uidValidity, uid, raw: mail(subject), sizeBytes: 100, reduced: null, arrivedAt: new Date() },
      }))
      await onMail(batch)
    },
    look: (path: string) =>
      as(async client => {
        const opened = await client.mailboxOpen(path, { readOnly: true })
        if (opened.exists === 0) return []
        const found = await client.fetchAll('1:*', { envelope: true, flags: true })
        return found.map(m => ({ subject: m.envelope?.subject ?? '', flags: [...(m.flags ?? [])].filter(f => f !== '\\Recent').sort() }))
      }),
  }
}

async function until(holds: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${withinMs} ms in vain for ${holds.toString()}`)
    await new Promise(done => setTimeout(done, 50))
  }
}
