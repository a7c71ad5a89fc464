// Tests replying to an email from the phone, over a real Dovecot and an SMTP server, with duplicate webhooks.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as commands from '../core/api/commands.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import * as outgoing from '../core/api/outgoing.ts'
import { testDatabase } from './database.ts'
import { type Dovecot, skipWithoutDovecot, startDovecot } from './dovecot.ts'
import { openMailClient } from './mail-client.ts'
import { rawImap } from './raw-imap.ts'
import { addFilter, linkPhone, type Person, patience, runProduct, signUp, untilMessageState } from './running.ts'
import { type SmtpHost, startSmtpHost } from './smtp-host.ts'

const { db, url } = await testDatabase()
const product = await runProduct(url)
const phone = '15550108001'

const OnPhone = z.object({
  messages: z.array(z.object({ wamid: z.string(), type: z.string(), text: z.nullable(z.string()), content: z.unknown() })),
})

describe.skipIf(skipWithoutDovecot())('a person on the phone', () => {
  let dovecot: Dovecot
  let smtp: SmtpHost
  let maya: Person
  let wamid: string
  beforeAll(async () => {
    dovecot = await startDovecot()
    smtp = await startSmtpHost()
    const password = 'the password of maya'
    dovecot.addUser('maya', password)
    smtp.passwords.set('maya', password)
    maya = await signUp(product, 'maya')
    const settings = { host: '127.0.0.1', security: 'none', username: 'maya' }
    const imap = { kind: 'imap', address: 'maya@example.org', ...settings, port: dovecot.imapPort, password }
    const { id } = await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', imap)
    await maya.ask(outgoing.changeOutgoingApi, 'PATCH', `/api/mailboxes/${id}/outgoing`, { settings: { ...settings, port: smtp.port } })
    await linkPhone(product, maya, phone)
    await vi.waitFor(async () => {
      const { items } = await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
      if (items[0]?.state !== 'live') throw new Error('The mailbox is not live.')
    }, patience)
    await addFilter(maya, 'Lunch')
    const head = 'From: Bob <bob@example.com>\r\nTo: maya@example.org\r\nMessage-ID: <lunch@example.com>\r\nSubject: Lunch\r\n'
    await dovecot.deliver('maya', Buffer.from(`${head}\r\nAt noon?\r\n`))
    await untilMessageState(maya, 'Lunch', 'forwarded', 'delivered')
    wamid = (await until('At noon?')).wamid
    // Meta tells everything twice from here on.
    await twice()
  })
  afterAll(() => Promise.all([dovecot?.stop(), smtp?.stop()]))

  const twice = async () =>
    expect((await product.sandbox.sim('faults', { times: null, action: { kind: 'duplicate-webhook' } })).status).toBe(201)
  const write = async (body: object) => expect((await product.sandbox.sim(`phones/${phone}/messages`, body)).status).toBe(201)
  const sendFile = async (type: string, bytes: Buffer, more: Record<string, string> = {}) => {
    const path = `${product.sandbox.url}/_sim/phones/${phone}/files?${new URLSearchParams({ replyTo: wamid, ...more }).toString()}`
    expect((await fetch(path, { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(bytes) })).status).toBe(201)
  }
  const shown = async () => OnPhone.parse((await product.sandbox.sim(`messages?to=${phone}`)).body).messages
  const said = async (text: string) => (await shown()).filter(one => JSON.stringify([one.text, one.content]).includes(text))
  const until = (text: string, count = 1) =>
    vi.waitFor(async () => {
      const found = (await said(text)).at(count - 1)
      if (!found) throw new Error(`“${text}” is not there: ${JSON.stringify((await shown()).map(one => one.text))}`)
      return found
    }, patience)
  const tap = async (on: Awaited<ReturnType<typeof until>>, act: string) => {
    const id = new RegExp(`${act}:[0-9a-f-]{36}(:[0-9a-f-]{36})?`).exec(JSON.stringify(on.content))?.[0] ?? ''
    await write({ tap: { wamid: on.wamid, id } })
  }
  const states = async () => (await db.selectFrom('replies').select('state').orderBy('created_at').execute()).map(row => row.state)
  const untilStates = (...wanted: string[]) => vi.waitFor(async () => expect(await states()).toEqual(wanted), patience)

  test('replies to an email, confirms its address once, and can undo the next reply', async () => {
    await write({ text: 'Gladly 🙂', replyTo: wamid })
    const asked = await until('Send it to bob@example.com?')
    await tap(asked, 'send')
    await tap(asked, 'send')
    await until('↩ To bob@example.com in', 2)
    await product.pass('31s')
    await vi.waitFor(() => expect(smtp.taken).toHaveLength(1), patience)
    const letter = await PostalMime.parse(smtp.taken[0]?.raw ?? '')
    expect(letter).toMatchObject({ inReplyTo: '<lunch@example.com>', subject: 'Re: Lunch', text: expect.stringContaining('Gladly 🙂') })
    expect(smtp.taken[0]?.to).toEqual(['bob@example.com'])
    await tap(await until('↩ To bob@example.com in'), 'undo')
    await until('Too late to undo')

    await write({ text: 'Or rather not.', replyTo: wamid })
    const planned = await until('↩ To bob@example.com in', 3)
    await tap(planned, 'undo')
    await tap(planned, 'undo')
    await until('Undone. Nothing was sent.', 2)
    await product.pass('40s')
    expect(smtp.taken).toHaveLength(1)
    await untilStates('sent', 'cancelled')
  })

  test('finds the reply in the thread of its email in another mail client', async () => {
    const client = await openMailClient(dovecot.imapPort, 'maya', 'the password of maya')
    const lying = async (folder: string) => (await client.mailsIn(folder)).map(({ flags, head }) => ({ flags, ...head }))
    await vi.waitFor(async () => expect(await lying('Sent')).toHaveLength(1), patience)
    const thread = { 'in-reply-to': '<lunch@example.com>', references: '<lunch@example.com>', subject: 'Re: Lunch' }
    expect(await lying('Sent')).toMatchObject([{ ...thread, from: '<maya@example.org>', to: '"Bob" <bob@example.com>', flags: ['\\Seen'] }])
    await vi.waitFor(async () => expect((await lying('INBOX'))[0]?.flags).toContain('\\Answered'), patience)
    client.end()
  })

  test('learns when a reply does not get through, and what to do', async () => {
    smtp.next.push('no_recipient')
    await write({ text: 'At one then.', replyTo: wamid })
    await untilStates('sent', 'cancelled', 'waiting')
    await product.pass('31s')
    const failed = await until('wasn’t delivered')
    expect(JSON.stringify(failed)).toContain('recipient’s address doesn’t exist')
    await tap(failed, 'again')
    await vi.waitFor(() => expect(smtp.taken).toHaveLength(2), patience)
    await untilStates('sent', 'cancelled', 'sent')
  })

  test('replies with a voice note and a large picture', async () => {
    await sendFile('audio/ogg; codecs=opus', Buffer.from('OggS of a voice'))
    await sendFile('image/jpeg', Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(4_500_000, 7)]), { caption: 'The table' })
    await until('bob@example.com 📎 in', 2)
    await product.pass('31s')
    await vi.waitFor(() => expect(smtp.taken).toHaveLength(4), patience)
    const letters = await Promise.all(smtp.taken.slice(2).map(({ raw }) => PostalMime.parse(raw)))
    const sent = letters.flatMap(({ attachments }) =>
      attachments.map(({ filename, mimeType, content }) => `${filename} ${mimeType} ${Buffer.from(content as ArrayBuffer).length}`),
    )
    expect(sent.sort()).toEqual(['audio.ogg audio/ogg 15', 'image.jpg image/jpeg 4500003'])
    expect(letters.map(letter => letter.text).join()).toContain('The table')
  })

  test('writes a message that quotes no email: nothing is sent', async () => {
    await write({ text: 'Hello?' })
    await write({ text: 'Hello!', replyTo: (await until('wasn’t delivered')).wamid })
    await until('that message isn’t an email')
    expect(await states()).toHaveLength(5)
  })

  test('uses every action in the menu of an email, each once', async () => {
    await write({ text: 'Menu', replyTo: wamid })
    const menu = await until('What would you like to do with this email?')
    const imap = await rawImap(dovecot.imapPort, 'maya', '"the password of maya"')
    await tap(menu, 'do:archive')
    const archived = await until('🗄 Archived.')
    expect(await imap.ask('SELECT Archive')).toContain('* 1 EXISTS')
    await tap(archived, 'do:unarchive')
    await until('↩ Moved back.')
    await write({ text: 'mark read', replyTo: wamid })
    await until('✓ Marked as read.')
    await imap.ask('SELECT INBOX')
    expect(await imap.ask('FETCH 1 (FLAGS)')).toContain('\\Seen')

    // One word that may be an answer is asked about; it is not mailed where its person meant the command.
    await write({ text: 'Why?', replyTo: wamid })
    await tap(await until('Is that a reply to bob@example.com'), 'do:why')
    await until('It matched your filter “Mails with Lunch”.\\n• Subject: “Lunch”')
    expect((await states()).at(-1)).toBe('cancelled')

    await tap(menu, 'do:again')
    await until('At noon?', 2)
    await tap(menu, 'do:snooze')
    await until('💤 Snoozed until')
    await product.pass('119m')
    expect(await said('At noon?')).toHaveLength(2)
    await product.pass('2m')
    await until('At noon?', 3)

    const all = (await maya.ask(ledger.listMessagesApi, 'GET', '/api/messages')).items
    const mail = all.find(one => one.subject === 'Lunch' && one.state === 'forwarded')
    const { items } = await maya.ask(commands.listCommandsApi, 'GET', `/api/messages/${mail?.id}/commands`)
    expect(items.map(one => `${one.command} ${one.state} ${one.phone}`)).toEqual(
      ['archive', 'unarchive', 'read', 'why', 'again', 'snooze'].map(command => `${command} done My phone`),
    )
    for (const text of ['🗄', '✓ Marked', '💤']) expect(await said(text)).toHaveLength(1)
  })
})
