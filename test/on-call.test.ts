// Tests escalation on a simulated clock: unread email goes to the next phone until somebody taps “I have it”, or to the person on call.
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as filters from '../core/api/filters.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import * as rotas from '../core/api/rotas.ts'
import { testDatabase } from './database.ts'
import { linkPhone, type Person, patience, runProduct, sendMail, signUp, textsOn } from './running.ts'

const { url } = await testDatabase()
const product = await runProduct(url)
const [first, second, third] = ['15550107001', '15550107002', '15550107003']
let anna: Person
let address: string
let ids: string[]

beforeAll(async () => {
  anna = await signUp(product, 'anna')
  ids = []
  for (const [n, phone] of [first, second, third].entries()) ids.push((await linkPhone(product, anna, phone, `Phone ${n + 1}`)).id)
  address = (await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })).address
})

const forwarding = (name: string, word: string, forward: object) =>
  anna.ask(filters.addFilterApi, 'POST', '/api/filters', {
    name,
    condition: { field: 'subject', operator: 'contains', values: [word] },
    actions: [{ kind: 'forward', destinationIds: [], ...forward }],
  })

const has = (phone: string, text: string) =>
  vi.waitFor(async () => {
    const texts = await textsOn(product, phone)
    if (!texts.some(one => one.includes(text))) throw new Error(`“${text}” is not on ${phone}: ${JSON.stringify(texts)}`)
  }, patience)

const Messages = z.object({ messages: z.array(z.object({ wamid: z.string(), text: z.nullable(z.string()), content: z.unknown() })) })

/** Taps the button that says that its person has the mail. */
async function tapCall(phone: string, subject: string): Promise<void> {
  const { messages } = Messages.parse((await product.sandbox.sim(`messages?to=${phone}`)).body)
  const mailThere = messages.find(message => JSON.stringify(message).includes(subject))
  const id = /ack:[0-9a-f-]{36}/.exec(JSON.stringify(mailThere?.content))?.[0] ?? ''
  expect(id).not.toBe('')
  expect((await product.sandbox.sim(`phones/${phone}/messages`, { tap: { wamid: mailThere?.wamid, id } })).status).toBe(201)
}

const callsOf = async (subject: string) => {
  const { items } = await anna.ask(ledger.listMessagesApi, 'GET', '/api/messages?limit=100')
  const line = items.find(item => item.subject === subject)
  return (await anna.ask(ledger.getMessageApi, 'GET', `/api/messages/${line?.id}`)).calls
}

test('unread for five minutes it goes to the next phone, and a tap there ends it', async () => {
  await forwarding('Alarms', 'Pump', { destinationIds: ids, next: { minutes: 5, thenEmail: true } })
  await sendMail(product, address, { subject: 'Pump 7 is down' })
  await has(first, 'Pump 7 is down')
  await product.pass('6m')
  await has(second, 'Pump 7 is down')
  await tapCall(second, 'Pump 7 is down')
  await has(second, 'this one’s yours')
  await vi.waitFor(async () => expect((await callsOf('Pump 7 is down'))[0]?.state).toBe('taken'), patience)
  await product.pass('30m')
  const [call] = await callsOf('Pump 7 is down')
  expect(call?.steps.map(({ destinationName, end }) => [destinationName, end])).toEqual([
    ['Phone 1', 'unread'],
    ['Phone 2', 'acknowledged'],
    ['Phone 3', 'taken'],
  ])
  expect((await textsOn(product, third)).join()).not.toContain('Pump')
})

test('by a rota a mail goes to who is on call', async () => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const shifts = [{ destinationId: ids[2], from: '00:00', to: '00:00', days }]
  const rota = await anna.ask(rotas.addRotaApi, 'POST', '/api/rotas', { name: 'Watch', shifts })
  await forwarding('Rota', 'Boiler', { rotaId: rota.id })
  await sendMail(product, address, { subject: 'Boiler 2 is cold' })
  await has(third, 'Boiler 2 is cold')
  expect((await textsOn(product, first)).join()).not.toContain('Boiler')
  expect((await anna.try('DELETE', `/api/rotas/${rota.id}`)).status).toBe(409)
})
