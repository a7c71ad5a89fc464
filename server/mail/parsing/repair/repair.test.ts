// Tests that damaged, wrongly labelled, flowed, signed and encrypted messages read as what they are.
import { expect, test } from 'vitest'
import { findUnreadable, readMail } from '../read-mail.ts'
import { repairMail } from './repair.ts'

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')
const textOf = async (raw: Buffer): Promise<string> => {
  const email = await readMail(raw)
  return (email.text ?? email.html ?? '').trim()
}

test('a sound message stays as it is', () => {
  const raw = Buffer.from('Subject: Grüße\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nGrüße\r\n')
  expect(repairMail(raw)).toBe(raw)
})

test.each([
  ['us-ascii', 'utf-8', 'Grüße aus Köln'],
  ['iso-8859-1', 'utf-8', 'Grüße – €'],
  ['windows-1252', 'utf-8', 'مرحبا'],
  ['shift_jis', 'utf-8', '鍵は鉢の下です。'],
  ['', 'latin1', 'Grüße'],
  ['utf-8', 'latin1', 'Año nuevo'],
  ['x-nonsense', 'utf-8', 'Grüße'],
] as const)('a text labelled %s that is %s is read', async (label, encoding, text) => {
  const head = `Content-Type: text/plain${label === '' ? '' : `; charset=${label}`}\r\nContent-Transfer-Encoding: base64\r\n\r\n`
  expect(await textOf(latin1(head + Buffer.from(text, encoding).toString('base64')))).toBe(text)
})

test('a right label stays, though its octets are also UTF-8', async () => {
  const raw = Buffer.concat([latin1('Content-Type: text/plain; charset=koi8-r\r\n\r\n'), Buffer.from('ы')])
  expect(await textOf(raw)).toBe(new TextDecoder('koi8-r').decode(Buffer.from('ы')))
})

test('raw letters in the head take the charset of the text, and encoded words that are UTF-8 are read so', async () => {
  const raw = latin1(
    'Subject: A\xf1o\r\nFrom: =?iso-8859-1?Q?K=C3=B6ln?= <a@example.com>\r\nContent-Type: text/plain; charset=iso-8859-1\r\n\r\nx',
  )
  expect(await readMail(raw)).toMatchObject({ subject: 'Año', from: { name: 'Köln' } })
})

test('an invalid content type is plain text, and a line of one blank ends the head', async () => {
  expect(await textOf(latin1('Content-Type: text\r\n\r\nHello'))).toBe('Hello')
  expect(await textOf(latin1('Subject: x\r\n \r\nHello there\r\n\r\nmore'))).toBe('Hello there\n\nmore')
  expect((await readMail(latin1('Subject: x\r\n \r\n y\r\nTo: a@example.com\r\n\r\nHello'))).text?.trim()).toBe('Hello')
})

const parts = (boundary: string): string => `--${boundary}\r\nContent-Type: text/plain\r\n\r\nHello\r\n--${boundary}--\r\n`

test('a wrong boundary is found again; without any, the message is damaged', async () => {
  expect(await textOf(latin1(`Content-Type: multipart/mixed; boundary=a\r\n\r\n${parts('b')}`))).toBe('Hello')
  expect(await textOf(latin1(`Content-Type: multipart/mixed\r\n\r\n${parts('b')}`))).toBe('Hello')
  const lost = await readMail(latin1('Content-Type: multipart/mixed; boundary=a\r\n\r\nThis is a message in parts.\r\n'))
  expect(findUnreadable(lost)).toBe('broken')
})

test('a flowed answer stays apart from the line that it answers', async () => {
  const raw = latin1('Content-Type: text/plain; format=flowed\r\n\r\n> Shall we meet? \r\nYes, at \r\nten.\r\n')
  expect(await textOf(raw)).toBe('> Shall we meet? \nYes, at ten.')
})

const oid = (last: string): string => `06092a864886f70d01070${last}`
const der = (tag: string, hex: string): string => tag + (hex.length / 2).toString(16).padStart(2, '0') + hex
const signed = (content: string): string =>
  der('30', oid('2') + der('a0', der('30', '020101' + der('30', oid('1') + der('a0', der('04', content))))))
const smime = (hex: string): Buffer =>
  latin1(
    `Subject: Keys\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(hex, 'hex').toString('base64')}`,
  )

test('a signed wrapper is opened', async () => {
  const inner = latin1('Content-Type: text/plain\r\n\r\nUnder the pot').toString('hex')
  const email = await readMail(smime(signed(inner)))
  expect([email.subject, email.text?.trim(), findUnreadable(email)]).toEqual(['Keys', 'Under the pot', null])
})

test('encrypted messages say so', async () => {
  const pgp =
    'Content-Type: multipart/encrypted; boundary=a\r\n\r\n--a\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--a--\r\n'
  const inline = 'Subject: x\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n'
  for (const raw of [latin1(pgp), latin1(inline), smime(der('30', oid('3')))]) expect(findUnreadable(await readMail(raw))).toBe('encrypted')
})
