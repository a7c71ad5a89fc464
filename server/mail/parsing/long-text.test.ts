// Tests that joining lines leaves attachments and the beginning of texts unchanged, and keeps parts separate.
import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { leadingParts } from './first-parts.ts'
import { joinLines } from './long-text.ts'

const parse = (mail: Buffer) => PostalMime.parse(mail, { attachmentEncoding: 'arraybuffer' })
const joined = (mail: Buffer) => joinLines(mail, leadingParts(mail).isBoundary)
const lines = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => `${line(i)}\r\n`).join('')
const folded = (bytes: Buffer) => bytes.toString('base64').replace(/.{76}/g, '$&\r\n')

const part = (type: string, encoding: string, text: string) =>
  `--b=_1\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n`

test('files are unchanged to the octet, and tables keep their size', async () => {
  const file = randomBytes(300_000)
  const table = lines(12_000, i => `${i};${i * 2}`)
  const encoded = lines(12_000, i => `line=20${i} of a long text that goes=`)
  const mail = Buffer.from(
    `Subject: x\r\nContent-Type: multipart/mixed; boundary="b=_1"\r\n\r\n${part('application/pdf', 'base64', folded(file))}${part('text/csv', '7bit', table)}${part('text/plain', 'quoted-printable', encoded)}${part('image/png', 'base64', folded(file))}--b=_1--\r\n`,
  )
  const short = joined(mail)
  expect(short.filter(octet => octet === 10).length).toBeLessThan(25_000)
  const [whole, cut] = [await parse(mail), await parse(short)]
  expect(cut.attachments.map(one => one.mimeType)).toEqual(['application/pdf', 'text/csv', 'text/plain', 'image/png'])
  for (const at of [0, 2, 3]) expect(bytesOf(cut.attachments[at]?.content)).toEqual(bytesOf(whole.attachments[at]?.content))
  const [was, is] = [bytesOf(whole.attachments[1]?.content), bytesOf(cut.attachments[1]?.content)]
  expect(is.length).toBe(was.length)
  expect(is.toString().replace(/\s+/g, ' ')).toBe(was.toString().replace(/\s+/g, ' '))
})

test('a text keeps its first lines, and a short email is unchanged', async () => {
  const text = lines(25_000, i => `This is line ${i}.`)
  const email = await parse(joined(Buffer.from(`Subject: x\r\n\r\n${text}the end`)))
  expect(email.text?.slice(0, 50_000)).toBe(text.replaceAll('\r\n', '\n').slice(0, 50_000))
  expect(email.text).toMatch(/This is line 24999\.\s+the end\s*$/)
  const short = Buffer.from(`Subject: x\r\n\r\n${lines(1000, () => 'x')}`)
  expect(joined(short)).toBe(short)
})

test('a patch keeps its dashes, and a part after ten thousand of them is still a part', async () => {
  const patch = lines(10_000, i => `--- a/${i}\r\n+++ b/${i}\r\n-- ${i}`)
  const mail = Buffer.from(
    `Subject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${patch}\r\n--b\r\nContent-Type: image/png; name=a.png\r\n\r\nx\r\n--b--\r\n`,
  )
  const email = await parse(joined(mail))
  expect(email.attachments.map(one => one.filename)).toEqual(['a.png'])
  expect(email.text).toContain('--- a/9999')
})

const bytesOf = (content: ArrayBuffer | Uint8Array | string | undefined): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content ?? new ArrayBuffer(0)))
