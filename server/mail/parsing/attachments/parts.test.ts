// Tests which parts count as files: inline photos, no logos, and the contents of winmail.dat.
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { listFileParts } from './parts.ts'

const png = (width: number, height: number, size: number) => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width, 0)
  sides.writeUInt32BE(height, 4)
  return Buffer.concat([head, sides, Buffer.alloc(size, 1)])
}

interface Shown {
  name?: string
  picture: Buffer
  text?: string
  head?: string
  html?: string
}

function mail({ name = 'image001.png', picture, text = 'word '.repeat(100), head = '', html = '<p>%</p><img src="cid:p">' }: Shown) {
  const body = `--b\r\nContent-Type: text/html\r\n\r\n${html.replace('%', text)}\r\n--b\r\nContent-Type: image/png; name="${name}"\r\nContent-ID: <p>\r\nContent-Disposition: inline\r\nContent-Transfer-Encoding: base64\r\n\r\n${picture.toString('base64')}\r\n--b--\r\n`
  return PostalMime.parse(`From: a@example.com\r\n${head}Content-Type: multipart/related; boundary=b\r\n\r\n${body}`, {
    attachmentEncoding: 'arraybuffer',
  })
}

const photo = png(1200, 900, 60_000)

test.each<[string, Shown, number]>([
  ['a photograph', { picture: photo }, 1],
  ['a small picture in a mail that says little', { picture: png(300, 300, 5000), text: 'Look!' }, 1],
  ['the same in a mail that says much', { picture: png(300, 300, 5000) }, 0],
  ['a pixel', { picture: png(1, 1, 90), text: '' }, 0],
  ['a banner', { picture: png(1200, 200, 60_000) }, 0],
  ['a logo', { picture: photo, name: 'Logo.png' }, 0],
  ['a photograph of mass mail', { picture: photo, head: 'List-Unsubscribe: <mailto:x@example.com>\r\n' }, 0],
  [
    'one of the mail that is answered',
    { picture: photo, head: 'In-Reply-To: <1@x>\r\n', html: '%<blockquote><img src="cid:p"></blockquote>' },
    0,
  ],
])('%s', async (_, shown, count) => {
  expect(listFileParts(await mail(shown))).toHaveLength(count)
})

test('a name keeps its extension, on one line and in one direction; the type is detected from the bytes', async () => {
  const raw = (name: string, type: string, content: string) =>
    `From: a@example.com\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}`
  const parsed = await PostalMime.parse(raw(`${'x'.repeat(400)}\u202efdp.exe`, 'application/pdf', '%PDF-1.4'.padEnd(60)), {
    attachmentEncoding: 'arraybuffer',
  })
  const [part] = listFileParts(parsed)
  expect(part?.name).toMatch(/^x+ fdp\.exe$/)
  expect(part?.name.length).toBeLessThanOrEqual(200)
  const [odd] = listFileParts(
    await PostalMime.parse(raw('a.jpg', 'image/jpeg', 'no picture at all'.padEnd(60)), { attachmentEncoding: 'arraybuffer' }),
  )
  expect(odd?.type).toBe('application/octet-stream')
})
