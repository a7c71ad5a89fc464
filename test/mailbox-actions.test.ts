// Tests a filter that marks and moves email, from arrival on a real Dovecot to what the owner sees.
import { ImapFlow } from 'imapflow'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as filters from '../core/api/filters.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from './dovecot.ts'
import { linkPhone, type Person, patience, readSum, runProduct, signUp, untilMessageState } from './running.ts'

const { url } = await testDatabase()
const product = await runProduct(url)

describe.skipIf(skipWithoutDovecot())('a person with a mailbox', () => {
  let dovecot: Dovecot
  let maya: Person
  beforeAll(async () => {
    dovecot = await startDovecot()
    dovecot.addUser('maya', 'the password of maya')
    maya = await signUp(product, 'maya')
    const settings = { host: '127.0.0.1', port: dovecot.imapPort, security: 'none', username: 'maya', password: 'the password of maya' }
    await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'imap', address: 'maya@example.org', ...settings })
    await linkPhone(product, maya, '15550103077')
    await vi.waitFor(async () => {
      const { items } = await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
      if (items[0]?.state !== 'live') throw new Error('The mailbox is not live.')
    }, patience)
  })
  afterAll(() => dovecot?.stop())

  test('has it forwarded, marked and moved, once, and reads that it was done', async () => {
    await addFilter(maya, 'invoice', [
      { kind: 'forward', destinationIds: [] },
      { kind: 'mark_read' },
      { kind: 'move', folder: 'Bills/2026' },
    ])
    await dovecot.deliver('maya', { subject: 'Invoice 1', text: 'Please pay.' })
    await untilMessageState(maya, 'Invoice 1', 'forwarded', 'delivered')
    await untilDeeds('Invoice 1', ['mark_read done', 'move done'])
    expect(await look('Bills.2026')).toEqual(['Invoice 1 \\Seen'])
    expect(await look('INBOX')).toEqual([])
    await dovecot.deliver('maya', { subject: 'Lunch', text: 'At noon.' })
    await untilMessageState(maya, 'Lunch', 'not_matched')
    expect(await readSum(maya)).toMatchObject({ arrived: 2, forwarded: 1, notMatched: 1 })
    expect(await look('INBOX')).toEqual(['Lunch '])
  })

  test('has it done after the server was away in between', async () => {
    await addFilter(maya, 'parcel', [{ kind: 'flag' }, { kind: 'move', folder: 'a.b' }])
    const down = dovecot.deliver('maya', { subject: 'Your parcel', text: 'It is here.' })
    await Promise.all([down, product.restart()])
    await untilDeeds('Your parcel', ['flag done', 'move failed'])
    const detail = await untilMessageState(maya, 'Your parcel', 'suppressed')
    expect(detail.mailboxActions.find(deed => deed.kind === 'move')?.reason).toContain('doesn’t allow a folder with this name')
    expect(await look('INBOX')).toEqual(['Lunch ', 'Your parcel \\Flagged'])
  })

  const untilDeeds = (subject: string, wanted: string[]) =>
    vi.waitFor(async () => {
      const { items } = await maya.ask(ledger.listMessagesApi, 'GET', '/api/messages')
      const line = items.find(item => item.subject === subject)
      const { mailboxActions } = await maya.ask(ledger.getMessageApi, 'GET', `/api/messages/${line?.id}`)
      expect(mailboxActions.map(deed => `${deed.kind} ${deed.state}`).sort()).toEqual(wanted)
    }, patience)

  /** Subject and flags of each mail in a folder. */
  async function look(path: string): Promise<string[]> {
    const auth = { user: 'maya', pass: 'the password of maya' }
    const client = new ImapFlow({ host: '127.0.0.1', port: dovecot.imapPort, secure: false, doSTARTTLS: false, auth, logger: false })
    await client.connect()
    const { exists } = await client.mailboxOpen(path, { readOnly: true })
    const found = exists === 0 ? [] : await client.fetchAll('1:*', { envelope: true, flags: true })
    client.close()
    return found.map(one => `${one.envelope?.subject} ${[...(one.flags ?? [])].filter(flag => flag !== '\\Recent').join(' ')}`)
  }
})

function addFilter(person: Person, word: string, actions: unknown[]): Promise<filters.SavedFilter> {
  const condition = { field: 'subject', operator: 'contains', values: [word] }
  return person.ask(filters.addFilterApi, 'POST', '/api/filters', { name: word, condition, actions })
}
