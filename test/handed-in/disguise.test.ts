// Tests that a disguised email holds nothing private, keeps its shape, and is read as before.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { viewed } from '../render-viewed.ts'
import { disguiseMail } from './disguise-mail.ts'
import { disguiseText } from './disguise-text.ts'
import { listNames } from './names.ts'
import { readHandedIn } from './reading.ts'

const disguise = { salt: 'test', names: new Set(['marlowe', 'quill']) }
const hide = (text: string): string => disguiseText(text, disguise)

test('names, addresses, links and numbers are replaced, the same one each time', () => {
  const text = 'Dear Marlowe, write to marlowe.quill@brook-shop.com or see https://brook-shop.com/o/8812734?u=Zk3v9Q about order 8812734.'
  const hidden = hide(text)
  for (const secret of ['Marlowe', 'marlowe', 'quill', 'brook', '8812734', 'Zk3v9Q']) expect(hidden).not.toContain(secret)
  expect(hidden).toMatch(
    /^Dear [A-Z][a-z]{6}, write to [a-z]{7}\.[a-z]{5}@[\w-]+\.example or see https:\/\/[\w-]+\.example\/o\/\d{7}\?u=\w{6} about order \d{7}\.$/,
  )
  expect(hidden).toBe(hide(text))
  const [, inLink, inText] = /o\/(\d+).*order (\d+)/.exec(hidden) ?? []
  expect(inLink).toBe(inText)
  expect(disguiseText(text, { ...disguise, salt: 'another' })).not.toBe(hidden)
})

test('what an email is read by stays: days, hours, short numbers, amounts in their form, vocabularies', () => {
  const kept = 'On 2026-04-02 at 09:15, 02.04.2026, 3 items, &#8217;, 20260402T091500Z, http://schema.org/Invoice, within 15 minutes'
  expect(hide(kept)).toBe(kept)
  expect(hide('Total: €1,284.50')).toMatch(/^Total: €[1-9],\d{3}\.\d{2}$/)
})

test('a payment card and an account keep check digits that fit', () => {
  const card = hide('4111 1111 1111 1111').replaceAll(' ', '')
  const sum = Array.from(card)
    .toReversed()
    .reduce((all, digit, i) => {
      const twice = Number(digit) * 2
      return all + (i % 2 === 0 ? Number(digit) : twice > 9 ? twice - 9 : twice)
    }, 0)
  expect(card).not.toBe('4111111111111111')
  expect(sum % 10).toBe(0)
  const iban = hide('DE89 3704 0044 0532 0130 00').replaceAll(' ', '')
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4))
    .map(sign => Number.parseInt(sign, 36))
    .join('')
  expect(iban).toMatch(/^DE\d{20}$/)
  expect(iban).not.toContain('3704')
  expect(BigInt(digits) % 97n).toBe(1n)
})

const raw = Buffer.from(
  [
    'From: "Marlowe Quill" <marlowe.quill@brook-shop.com>',
    'To: =?utf-8?B?w4lsb2RpZSBCcm9uecOp?= <elodie@home-mail.fr>',
    'Subject: =?utf-8?Q?Votre_code_pour_=C3=89lodie?=',
    'Auto-Submitted: auto-generated',
    'Message-ID: <Zk3v9QpT7bL2xW8n@brook-shop.com>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Bonjour =C9lodie, votre code est 604118. Il est valable 10 minutes. Marlowe',
    '--part',
    'Content-Type: application/pdf; name="Quill 8812734.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'c2VjcmV0IG9mIE1hcmxvd2U=',
    '--part--',
    '',
  ].join('\r\n'),
  'latin1',
)

test('an email keeps its parts and is read as the same kind, with nothing private left', async () => {
  const names = new Set(listNames(await viewed(raw)))
  expect([...names]).toEqual(expect.arrayContaining(['marlowe', 'quill', 'brook', 'élodie', 'bronyé']))
  const disguised = disguiseMail(raw, { salt: 'test', names })
  const view = await viewed(disguised)
  const all = `${disguised.toString('latin1')}\n${JSON.stringify(view)}`
  for (const secret of [/marlowe/i, /quill/i, /brook/i, /lodie/i, /604118/, /8812734/, /Zk3v9Q/, /c2VjcmV0/])
    expect(all).not.toMatch(secret)
  expect(view.attachments.map(({ name, type }) => [/^\w{5} \d{7}\.pdf$/.test(name), type])).toEqual([[true, 'application/pdf']])
  const [before, after] = [await readHandedIn(raw), await readHandedIn(disguised)]
  expect(before.card).toMatchObject({ kind: 'code', code: '604118', expiresMinutes: 10 })
  expect(after.card).toMatchObject({ kind: 'code', code: expect.stringMatching(/^\d{6}$/), expiresMinutes: 10 })
  expect(after.ownText).toMatch(/^Bonjour \S{6}, votre code est \d{6}\. Il est valable 10 minutes\. \w{7}$/)
})

const folder = join(import.meta.dirname, 'mails')
const cases = readdirSync(folder).filter(name => name.endsWith('.eml'))

test.each(cases)('the email %s that was handed in is read as its test case says', async name => {
  const expected: unknown = JSON.parse(readFileSync(join(folder, name.replace(/\.eml$/, '.json')), 'utf8'))
  expect(await readHandedIn(readFileSync(join(folder, name)))).toEqual(expected)
})
