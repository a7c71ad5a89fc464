// Tests users' mailbox actions on a real Dovecot, checked by another IMAP client.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from '../../../test/dovecot.ts'
import { openBed } from '../../../test/reply-bed.ts'
import { type SmtpHost, startSmtpHost } from '../../../test/smtp-host.ts'
import { type PersonActionRequest, requestAction } from './store.ts'
import { type FinishedAction, workPersonActions } from './worker.ts'

const { db } = await testDatabase()

describe.skipIf(skipWithoutDovecot())('an email in its mailbox', () => {
  let dovecot: Dovecot
  let smtp: SmtpHost
  beforeAll(async () => {
    dovecot = await startDovecot()
    smtp = await startSmtpHost()
  })
  afterAll(() => Promise.all([dovecot.stop(), smtp.stop()]))

  const openPerson = async () => {
    const bed = openBed(db)
    const person = await bed.mail(dovecot, smtp)
    const ended: FinishedAction[] = []
    const ask = (kind: PersonActionRequest['kind'], wamid: string | null = null) =>
      db.transaction().execute(tx => requestAction(tx, person.userId, { messageId: person.messageId, kind, wamid }, bed.parts.clock.now()))
    const work = () => workPersonActions({ ...bed.parts, onActionEnd: async one => void ended.push(one) })
    const inbox = () => person.imap.ask('SELECT INBOX')
    return { ...bed, ...person, ask, work, ended, inbox }
  }

  test('is marked as read, archived into a folder made for it, marked there, and brought back', async () => {
    const { imap, ask, work, ended, inbox } = await openPerson()
    await ask('mark_read')
    await work()
    await inbox()
    expect(await imap.ask('UID FETCH 1 (FLAGS)')).toContain('\\Seen')
    await imap.ask('UID STORE 1 -FLAGS (\\Seen)')
    await ask('archive')
    await work()
    expect(await inbox()).toContain('* 0 EXISTS')
    await ask('mark_read')
    await work()
    expect(await imap.ask('SELECT Archive')).toContain('* 1 EXISTS')
    expect(await imap.ask('FETCH 1 (FLAGS)')).toContain('\\Seen')
    await ask('move_back')
    await work()
    expect(await inbox()).toContain('* 1 EXISTS')
    // It has another UID there now.
    await imap.ask('STORE 1 -FLAGS (\\Seen)')
    await ask('mark_read')
    await work()
    await inbox()
    expect(await imap.ask('FETCH 1 (FLAGS)')).toContain('\\Seen')
    await ask('archive')
    await work()
    expect(await inbox()).toContain('* 0 EXISTS')
    expect(ended.map(({ kind, state }) => [kind, state])).toEqual([
      ['mark_read', 'done'],
      ['archive', 'done'],
      ['mark_read', 'done'],
      ['move_back', 'done'],
      ['mark_read', 'done'],
      ['archive', 'done'],
    ])
  })

  test('is acted on once per tap; an action whose host died is run by the next', async () => {
    const { ask, work, inbox, pass, imap } = await openPerson()
    expect((await ask('archive', 'wamid.1')).kind).toBe('requested')
    expect((await ask('archive', 'wamid.1')).kind).toBe('known')
    expect(await work()).toBe(1)
    expect((await ask('archive', 'wamid.2')).kind).toBe('requested')
    // The host before this one had moved it and died.
    await db.updateTable('mailbox_actions').set({ attempts: 1 }).where('wamid', '=', 'wamid.2').execute()
    pass(600_000)
    expect(await work()).toBe(1)
    expect(await inbox()).toContain('* 0 EXISTS')
    expect(await imap.ask('SELECT Archive')).toContain('* 1 EXISTS')
    expect(await db.selectFrom('mailbox_actions').select('state').where('wamid', 'like', 'wamid.%').execute()).toEqual([
      { state: 'done' },
      { state: 'done' },
    ])
  })

  test('that is missing is reported as gone, and after a renumbering no other email is touched', async () => {
    const { ask, work, ended, inbox, imap, user, userId } = await openPerson()
    await dovecot.deliver(user, Buffer.from('Message-ID: <other@example.com>\r\nSubject: Other\r\n\r\nOther\r\n'))
    await inbox()
    await imap.ask('UID STORE 1 +FLAGS (\\Deleted)')
    await imap.ask('EXPUNGE')
    await db.updateTable('messages').set({ uid: 2, uid_validity: 7 }).where('user_id', '=', userId).execute()
    await ask('archive')
    await ask('mark_read')
    await work()
    expect(ended.map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'gone'],
      ['failed', 'gone'],
    ])
    expect(await inbox()).toContain('* 1 EXISTS')
    expect(await imap.ask('FETCH 1 (FLAGS)')).not.toContain('\\Seen')
  })
})
