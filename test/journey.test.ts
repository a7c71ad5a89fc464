// Tests the product's main job end to end: an email by IMAP or SMTP, a filter, the phone, and what the owner sees.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as delivery from '../core/api/delivery.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
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
const product = await runProduct(url)
const phone = '15550103001'

// Each test goes on where the one before it ended, as the person's days do.
describe.skipIf(skipWithoutDovecot())('a person', () => {
  let dovecot: Dovecot
  let maya: Person
  let address: string
  beforeAll(async () => {
    dovecot = await startDovecot()
    dovecot.addUser('maya', 'the password of maya')
  })
  afterAll(() => dovecot?.stop())

  test('signs up, adds a mailbox, links a phone and makes a filter', async () => {
    maya = await signUp(product, 'maya')
    const settings = { host: '127.0.0.1', port: dovecot.imapPort, security: 'none', username: 'maya', password: 'the password of maya' }
    const imap = { kind: 'imap', address: 'maya@example.org', ...settings }
    await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', imap)
    address = (await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
    await untilLive(maya)
    const linked = await linkPhone(product, maya, phone, 'My phone')
    expect(linked).toMatchObject({ phone, windowOpenUntil: expect.any(String) })
    expect(await textsOn(product, phone)).toEqual([expect.stringContaining('This phone is linked as “My phone”')])
    await addFilter(maya, 'invoice', 'Invoices')
    expect(await readSum(maya)).toEqual(sum({}))
  })

  test('has a mail of the mail server on the phone, and reads that it was delivered and then read', async () => {
    await dovecot.deliver('maya', { from: 'billing@example.net', subject: 'Invoice 42', text: 'Please pay 42.' })
    const delivered = await untilMessageState(maya, 'Invoice 42', 'forwarded', 'delivered')
    expect(await lastOn(phone)).toContain('Invoice 42')
    expect(await lastOn(phone)).toContain('Please pay 42.')
    expect(await lastOn(phone)).toContain('Filter: Invoices')
    expect(delivered).toMatchObject({ mailboxAddress: 'maya@example.org', filterName: 'Invoices', result: 'matched', reason: null })
    await product.sandbox.sim(`phones/${phone}/read`, {})
    const read = await untilMessageState(maya, 'Invoice 42', 'forwarded', 'read')
    const [first] = read.deliveries
    const stops = [first?.createdAt, first?.acceptedAt, first?.sentAt, first?.deliveredAt, first?.readAt]
    expect(stops).toEqual([...stops].map(at => at ?? 'missing').toSorted())
    expect(read.deliveries).toHaveLength(1)
    expect(await readSum(maya)).toEqual(sum({ arrived: 1, forwarded: 1 }))
    expect(await explanationOf(read.id)).toMatchObject([
      { filterName: 'Invoices', acted: true, explanation: { held: true, seen: 'Invoice 42', hits: [{ start: 0, end: 7 }] } },
    ])
    expect(await attemptsOf(read)).toMatchObject([{ n: 1, outcome: 'sent', reason: null }])
    // What the screen draws is what stands on the phone, to the letter.
    const { preview } = await maya.ask(ledger.getOnPhoneApi, 'GET', `/api/deliveries/${first?.id}/bubble`)
    expect(preview).toEqual({ header: null, body: await lastOn(phone), footer: null, file: null, buttons: [] })
  })

  test('finds it again by its sender and its subject', async () => {
    const found = async (q: string) => (await maya.ask(ledger.listMessagesApi, 'GET', `/api/messages?q=${encodeURIComponent(q)}`)).items
    expect((await found('billing@ INVOICE')).map(item => item.subject)).toEqual(['Invoice 42'])
    expect(await found('invoice 43')).toEqual([])
  })

  test('has a mail to an address of ours on the phone likewise', async () => {
    await sendMail(product, address, { subject: 'Invoice 43', text: 'By the other way.' })
    const delivered = await untilMessageState(maya, 'Invoice 43', 'forwarded', 'delivered')
    expect(delivered.mailboxAddress).toBe(address)
    expect(await lastOn(phone)).toContain('By the other way.')
    expect(await readSum(maya)).toEqual(sum({ arrived: 2, forwarded: 2 }))
  })

  test('sees why an email was not forwarded', async () => {
    await dovecot.deliver('maya', { subject: 'Lunch?', text: 'At noon.' })
    const passed = await untilMessageState(maya, 'Lunch?', 'not_matched')
    expect(passed).toMatchObject({ result: 'not_matched', deliveries: [], body: expect.stringContaining('At noon.') })
    expect(await explanationOf(passed.id)).toMatchObject([{ filterName: 'Invoices', acted: false, explanation: { held: false } }])
    expect((await textsOn(product, phone)).join()).not.toContain('Lunch')
    expect(await readSum(maya)).toEqual(sum({ arrived: 3, forwarded: 2, notMatched: 1 }))
  })

  test('finds a mail held when the conversation has closed, and it follows her next message', async () => {
    await product.pass('25h')
    await sendMail(product, address, { subject: 'Invoice 44' })
    const held = await untilMessageState(maya, 'Invoice 44', 'held')
    expect(held.reason).toBe(
      'WhatsApp only lets us message you within 24 hours of your last message. Send any message from that phone to get this email.',
    )
    expect((await phones(maya))[0]).toMatchObject({ state: 'linked', windowOpenUntil: null })
    expect(await readSum(maya)).toEqual(sum({ arrived: 4, forwarded: 2, notMatched: 1, held: 1 }))
    await phoneWrites(product, phone, 'good morning')
    expect(await untilMessageState(maya, 'Invoice 44', 'forwarded')).toMatchObject({ reason: null })
    expect((await textsOn(product, phone)).filter(text => text.includes('Invoice 44'))).toHaveLength(1)
  })

  test('keeps everything over a restart, and email that arrived meanwhile follows', async () => {
    const before = { sum: await readSum(maya), list: (await maya.try('GET', '/api/messages')).body }
    await dovecot.deliver('maya', { subject: 'Invoice 45' })
    await product.restart()
    await untilMessageState(maya, 'Invoice 45', 'forwarded')
    const after = ledger.listMessagesApi.answer.parse((await maya.try('GET', '/api/messages')).body)
    expect(after.items.filter(item => item.subject !== 'Invoice 45')).toEqual(ledger.listMessagesApi.answer.parse(before.list).items)
    expect(await readSum(maya)).toEqual({ ...before.sum, arrived: 5, forwarded: 4 })
    for (const subject of ['Invoice 42', 'Invoice 43', 'Invoice 44', 'Invoice 45'])
      expect((await textsOn(product, phone)).filter(text => text.includes(subject))).toHaveLength(1)
  })

  test('says STOP and gets nothing, says START and gets what is new', async () => {
    await product.pass('25h')
    await sendMail(product, address, { subject: 'Invoice 46, before STOP' })
    await untilMessageState(maya, 'Invoice 46, before STOP', 'held')
    await phoneWrites(product, phone, 'STOP')
    await untilPhone(maya, 'stopped')
    await sendMail(product, address, { subject: 'Invoice 47, after STOP' })
    const suppressed = await untilMessageState(maya, 'Invoice 47, after STOP', 'suppressed')
    expect(suppressed.reason).toMatch(/phone/)
    expect((await untilMessageState(maya, 'Invoice 46, before STOP', 'held')).reason).toContain('Send')
    expect((await textsOn(product, phone)).join()).not.toMatch(/Invoice 4[67]/)

    await phoneWrites(product, phone, 'START')
    await untilPhone(maya, 'linked')
    await untilMessageState(maya, 'Invoice 46, before STOP', 'forwarded')
    await sendMail(product, address, { subject: 'Invoice 48, after START' })
    await untilMessageState(maya, 'Invoice 48, after START', 'forwarded')
    const texts = (await textsOn(product, phone)).join()
    expect(texts).toContain('You won’t get any more emails on this phone.')
    expect(texts).toContain('Welcome back.')
    expect(await readSum(maya)).toEqual(sum({ arrived: 8, forwarded: 6, notMatched: 1, suppressed: 1 }))
  })

  const explanationOf = async (id: string) => (await maya.ask(ledger.getExplanationsApi, 'GET', `/api/messages/${id}/explanations`)).items
  const attemptsOf = async ({ deliveries: [first] }: ledger.MessageDetail) =>
    (await maya.ask(delivery.listAttemptsApi, 'GET', `/api/deliveries/${first?.id}/attempts`)).items
})

const sum = (parts: Partial<Omit<ledger.Sum, 'since'>>): Omit<ledger.Sum, 'since'> => ({
  arrived: 0,
  forwarded: 0,
  underWay: 0,
  held: 0,
  failed: 0,
  byEmail: 0,
  notMatched: 0,
  suppressed: 0,
  ...parts,
})

const lastOn = async (wa: string): Promise<string> => (await textsOn(product, wa)).at(-1) ?? ''

const phones = async (person: Person) => (await person.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')).items

const untilPhone = (person: Person, state: delivery.Destination['state']) =>
  vi.waitFor(async () => expect(await phones(person)).toMatchObject([{ state }]), patience)

const untilLive = (person: Person) =>
  vi.waitFor(async () => {
    const { items } = await person.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
    expect(items.map(item => item.state)).toEqual(['live', 'live'])
  }, patience)
