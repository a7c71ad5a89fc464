// Tests Gmail's forwarding confirmation: its code appears on the person's screen, and on no phone.
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth'
import { expect, test, vi } from 'vitest'
import * as mail from '../core/api/mail.ts'
import { plainView } from '../core/filters/testing/plain-message.fixture.ts'
import { findConfirmation } from '../core/mailbox/confirmation.ts'
import { openLog } from '../server/foundation/log.ts'
import type { Dns } from '../server/foundation/outside.ts'
import { testDatabase } from './database.ts'
import {
  addFilter,
  applyToPast,
  linkPhone,
  patience,
  readSum,
  runProduct,
  sendMail,
  signUp,
  textsOn,
  untilMessageState,
} from './running.ts'
import { tookMs } from './took.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const none = async () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
const dns: Dns = {
  mx: async () => [],
  srv: async () => [],
  resolve: async (name, type) => {
    if (`${type} ${name}` !== 'TXT s1._domainkey.google.com') return none()
    return [[`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`]]
  },
}

const { url } = await testDatabase()
const product = await runProduct(url, {}, openLog(process.env['LOG_LEVEL'] ?? 'silent'), { dns })
const phone = '15550104001'
const link = 'https://mail-settings.google.com/mail/vf-%5BANGjdJ8abc%5D-XyZ0'

test('a signed one stands on the card until it is seen to; a forged one and our own mail stand where they belong', async () => {
  const anna = await signUp(product, 'anna')
  const { id, address } = await anna.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, anna, phone)
  await addFilter(anna, 'mail', 'Everything')
  const cardOf = async () => (await anna.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items.find(one => one.id === id)
  expect((await cardOf())?.confirmation).toBeNull()

  const question = (subject: string) =>
    `From: Gmail Team <forwarding-noreply@google.com>\r\nTo: ${address}\r\nSubject: ${subject}\r\nDate: Sun, 22 Nov 2026 03:00:00 +0000\r\nMessage-ID: <${subject.length}@google.com>\r\n\r\nanna@gmail.com has requested to automatically forward mail to ${address}.\r\nConfirmation code: 123456789\r\n${link}\r\n`
  await sendMail(product, address, { raw: question('Gmail forged: mail') })
  await untilMessageState(anna, 'Gmail forged: mail', 'forwarded')
  expect((await cardOf())?.confirmation).toBeNull()

  await sendMail(product, address, { raw: await signed(question('Gmail Forwarding Confirmation - Receive mail')) })
  const kept = await untilMessageState(anna, 'Gmail Forwarding Confirmation - Receive mail', 'suppressed')
  expect(kept.auth).toEqual({ spf: 'none', dkim: 'pass', dmarc: 'none' })
  expect(kept).toMatchObject({
    result: 'suppressed',
    deliveries: [],
    reason: expect.stringContaining('wants to confirm forwarding to this address'),
  })
  expect((await cardOf())?.confirmation).toEqual({ from: 'anna@gmail.com', code: '123456789', url: link, at: expect.any(String) })

  await sendMail(product, address, {
    raw: 'From: hello@mailferry.example\r\nX-Mailferry-Loop: yes\r\nSubject: Your mailbox is down\r\n\r\nmail\r\n',
  })
  expect((await untilMessageState(anna, 'Your mailbox is down', 'suppressed')).reason).toContain('a mail of ours')

  // Neither goes to the phone later, when the filter is applied to what came before.
  const past = await applyToPast(anna, await filterOf())
  expect(past.enqueued).toBe(0)
  const texts = (
    await vi.waitFor(async () => {
      const all = await textsOn(product, phone)
      expect(all.join()).toContain('Gmail forged')
      return all
    }, patience)
  ).join()
  expect(texts).not.toMatch(/Forwarding Confirmation|Your mailbox is down/)
  expect(await readSum(anna)).toMatchObject({ arrived: 3, forwarded: 1, suppressed: 2 })

  const other = await signUp(product, 'bert')
  expect((await other.try('PATCH', `/api/mailboxes/${id}`, { confirmationSeen: true })).status).toBe(404)
  expect((await cardOf())?.confirmation).not.toBeNull()
  const changed = await anna.ask(mail.changeMailboxApi, 'PATCH', `/api/mailboxes/${id}`, { confirmationSeen: true })
  expect(changed.confirmation).toBeNull()
  expect((await cardOf())?.confirmation).toBeNull()

  async function filterOf(): Promise<string> {
    const { items } = (await anna.try('GET', '/api/filters')).body as { items: { id: string }[] }
    return items[0]?.id ?? ''
  }
})

async function signed(raw: string): Promise<Buffer> {
  const who = { signingDomain: 'google.com', selector: 's1', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  const { signatures } = await dkimSign(raw, { ...who, signatureData: [who] })
  return Buffer.from(signatures + raw)
}

test.each([
  '1'.repeat(60_000),
  'a@'.repeat(30_000),
  'https://'.repeat(8000),
  `${'x'.repeat(60_000)}@`,
  '@a.'.repeat(20_000),
  '.'.repeat(60_000),
])('a hostile question takes no time: %#', body => {
  const from = [{ name: '', address: 'forwarding-noreply@google.com' }]
  const view = plainView({ from, body, subject: '' })
  expect(tookMs(() => findConfirmation(view, ['google.com']), 200)).toBeLessThan(200)
})
