// Tests creating a filter on the phone from a received message (always or never this sender), with duplicate webhooks.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import * as commands from '../core/api/commands.ts'
import * as filters from '../core/api/filters.ts'
import * as ledger from '../core/api/ledger.ts'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import { addFilter, linkPhone, type Person, patience, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const { url } = await testDatabase()
const product = await runProduct(url)
const phone = '15550109001'
const shop = 'News <news@shop.example>'

const Shown = z.object({
  messages: z.array(z.object({ wamid: z.string(), type: z.string(), text: z.nullable(z.string()), content: z.unknown() })),
})

describe('a person on the phone', () => {
  let maya: Person
  let address: string
  beforeAll(async () => {
    maya = await signUp(product, 'maya')
    await linkPhone(product, maya, phone)
    ;({ address } = await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' }))
    await addFilter(maya, 'harbour', 'Harbour')
    for (const subject of ['The harbour', 'The quay']) await sendMail(product, address, { from: shop, subject })
    await untilMessageState(maya, 'The harbour', 'forwarded', 'delivered')
    await untilMessageState(maya, 'The quay', 'not_matched')
    await product.sandbox.sim('faults', { times: null, action: { kind: 'duplicate-webhook' } })
  })

  const write = async (body: object) => expect((await product.sandbox.sim(`phones/${phone}/messages`, body)).status).toBe(201)
  const shown = async () => Shown.parse((await product.sandbox.sim(`messages?to=${phone}`)).body).messages
  const until = (text: string, count = 1) =>
    vi.waitFor(async () => {
      const all = await shown()
      const found = all.filter(one => JSON.stringify([one.text, one.content]).includes(text)).at(count - 1)
      if (!found) throw new Error(`“${text}” is not there: ${JSON.stringify(all.map(one => one.text))}`)
      return found
    }, patience)
  const tap = async (on: Awaited<ReturnType<typeof until>>, payload: string) => {
    const id = new RegExp(`${payload}(:[0-9a-f-]{36})+`).exec(JSON.stringify(on.content))?.[0] ?? ''
    await write({ tap: { wamid: on.wamid, id } })
  }
  let doubts = 0
  /** Whoever may answer mails could mean the sender: which it is, they tap. */
  const wish = async (text: string, wamid: string, command: 'always' | 'never') => {
    await write({ text, replyTo: wamid })
    await tap(await until('or a command for Mailferry?', ++doubts), `do:${command}`)
  }
  const state = async () =>
    (await maya.ask(filters.listFiltersApi, 'GET', '/api/filters')).items.map(({ name, paused }) => (paused ? `${name} off` : name))

  test('has all mail of a sender come, and after an undo no longer', async () => {
    await wish('Always forward this', (await until('The harbour')).wamid, 'always')
    const asked = await until('Keep this filter?')
    const text = JSON.stringify(asked.content)
    expect(text).toContain('An email that is from news@shop.example is forwarded to this phone.')
    expect(text).toMatch(/matched 2 of 2 emails, for example:.*• The (quay|harbour)/)
    expect(await state()).toEqual(['Harbour'])
    await tap(asked, 'keep')
    await tap(asked, 'keep')
    const kept = await until('Saved as your filter')
    expect(await state()).toEqual(['Harbour', 'Always: news@shop.example'])
    await sendMail(product, address, { from: shop, subject: 'The pier' })
    await untilMessageState(maya, 'The pier', 'forwarded', 'delivered')
    await tap(kept, 'leave')
    await until('Undone')
    expect(await state()).toEqual(['Harbour'])
    const { id } = await untilMessageState(maya, 'The harbour', 'forwarded', 'delivered')
    const { items } = await maya.ask(commands.listCommandsApi, 'GET', `/api/messages/${id}/commands`)
    expect(items.at(-1)).toMatchObject({
      command: 'always',
      state: 'failed',
      reason: expect.stringContaining('You undid this on the phone'),
    })
    await sendMail(product, address, { from: shop, subject: 'The jetty' })
    await untilMessageState(maya, 'The jetty', 'not_matched')
  })

  test('blocks a sender, and sees why', async () => {
    const harbour = await until('The harbour')
    await wish('Never forward this sender', harbour.wamid, 'never')
    const asked = await until('isn’t forwarded to your phones')
    expect(JSON.stringify(asked.content)).toContain('It overrides your filter “Harbour”')
    await tap(asked, 'keep')
    await until('Saved as your filter “Never')
    await sendMail(product, address, { from: shop, subject: 'Another harbour' })
    const { id, result, reason } = await untilMessageState(maya, 'Another harbour', 'suppressed')
    expect([result, reason]).toEqual(['suppressed', expect.stringContaining('forwards nothing')])
    const { items } = await maya.ask(ledger.getExplanationsApi, 'GET', `/api/messages/${id}/explanations`)
    expect(items.map(one => [one.filterName, one.acted])).toEqual([['Never: news@shop.example', true]])
    await sendMail(product, address, { subject: 'Their harbour' })
    await untilMessageState(maya, 'Their harbour', 'forwarded', 'delivered')
    await wish('Never forward this', harbour.wamid, 'never')
    await until('already does this')
    expect(await state()).toEqual(['Never: news@shop.example', 'Harbour'])
  })

  test('does not learn whether there is a question of somebody else', async () => {
    const other = '15550109002'
    const ben = await signUp(product, 'ben')
    await linkPhone(product, ben, other)
    const asked = await until('isn’t forwarded to your phones')
    const id = /leave:[0-9a-f-]{36}/.exec(JSON.stringify(asked.content))?.[0] ?? ''
    for (const payload of [id, id.replace('leave', 'keep')])
      await product.sandbox.sim(`phones/${other}/messages`, { tap: { wamid: asked.wamid, id: payload } })
    await write({ text: 'Menu', replyTo: (await until('Their harbour')).wamid })
    await tap(await until('do:always'), 'do:always')
    await tap(await until('forwarded to this phone', 2), 'leave')
    await until('Nothing was changed.')
    expect(await state()).toEqual(['Never: news@shop.example', 'Harbour'])
  })
})
