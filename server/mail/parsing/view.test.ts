// Tests what the view of a parsed email contains: visible text, files, delivery addresses, calendar method.
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import type { MailView } from '../../../core/message/view.ts'
import { toView } from './view.ts'

async function view(lines: string[]): Promise<MailView> {
  const raw = lines.join('\r\n')
  return toView(await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true }), {
    ...{ sizeBytes: raw.length, unparsed: null, fetched: 'all' },
  })
}
const part = (type: string, body: string, ...more: string[]): string[] => ['--x', `Content-Type: ${type}`, ...more, '', body]
const multipart = (kind: string, ...parts: string[][]): string[] => [
  `Content-Type: multipart/${kind}; boundary=x`,
  '',
  ...parts.flat(),
  '--x--',
  '',
]

test('hidden content is not text', async () => {
  const styles = ['display:none', 'DISPLAY: none', 'max-height:0;overflow:hidden', 'visibility:hidden', 'mso-hide:all']
  const html = `<title>T</title>${styles.map(style => `<div style="color:red;${style}">secret</div>`).join('')}<p hidden>secret</p><p>Seen</p>`
  expect((await view(['Content-Type: text/html', '', html])).body).toBe('Seen')
})

test('content hidden by the style sheet is not text, unless hidden only on small screens', async () => {
  const sheet =
    '<style>.pre, p.x{color:red;display:none !important} @media (max-width:480px){.wide{display:none}} .after{visibility:hidden}</style>'
  const html = `<html><head>${sheet}</head><body><div class="a pre">secret</div><p class="x">secret</p><p class="wide">Seen</p><p class="after">secret</p></body></html>`
  expect((await view(['Content-Type: text/html', '', html])).body).toBe('Seen')
})

test('words in adjacent cells stay apart', async () => {
  expect((await view(['Content-Type: text/html', '', '<table><tr><td>12a</td><td>8 Uhr</td></tr></table>'])).body).toBe('12a 8 Uhr')
})

test('HTML is used when the plain part is only a stub', async () => {
  const html = part('text/html', '<p>Five ideas for the weekend</p><p>A table made of doors</p>')
  const stub = part('text/plain', 'Your program does not show HTML. See https://example.com/five-ideas-for-the-weekend')
  expect((await view(multipart('alternative', stub, html))).body).toBe('Five ideas for the weekend\n\nA table made of doors')
  const short = part('text/plain', 'Five ideas for the weekend: a table made of doors')
  expect((await view(multipart('alternative', short, html))).body).toBe('Five ideas for the weekend: a table made of doors')
})

test('files are what a reader would call files', async () => {
  const file = part('application/pdf', 'x', 'Content-Disposition: attachment; filename="a.pdf"')
  const shown = part('image/png', 'x', 'Content-ID: <p@example.com>', 'Content-Disposition: inline; filename="p.png"')
  const kept = part('image/png', 'x', 'Content-Disposition: inline; filename="photo.png"')
  const calendar = part('text/calendar; method=REQUEST', 'BEGIN:VCALENDAR')
  const signature = part('application/pkcs7-signature; name="smime.p7s"', 'x', 'Content-Disposition: attachment')
  const enclosed = part('message/rfc822', 'Subject: inner\r\n\r\ninner text')
  const html = part('text/html', '<img src="cid:p@example.com">text')
  const mail = await view(multipart('mixed', html, file, shown, kept, calendar, signature, enclosed))
  expect(mail.attachments.map(a => [a.name, a.type])).toEqual([
    ['a.pdf', 'application/pdf'],
    ['photo.png', 'image/png'],
    ['', 'message/rfc822'],
  ])
  expect(mail.body).toBe('text')
  expect(
    (await view(multipart('report', part('text/plain', 'sorry'), part('message/delivery-status', 'x'), enclosed))).attachments,
  ).toEqual([])
  expect(
    (await view(multipart('encrypted', part('application/pgp-encrypted', 'x'), part('application/octet-stream', 'x')))).attachments,
  ).toEqual([])
})

test.each([
  ['text/calendar; method=REQUEST', 'BEGIN:VCALENDAR', 'request'],
  ['text/calendar; method="cancel"', 'BEGIN:VCALENDAR', 'cancel'],
  ['text/calendar', 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n', 'reply'],
  ['application/ics; name=i.ics', 'BEGIN:VCALENDAR\r\nmethod: REQUEST\r\n', 'request'],
  ['text/calendar', 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\n', 'other'],
  ['text/calendar', 'BEGIN:VCALENDAR\r\n', 'other'],
  ['text/plain', 'METHOD:REQUEST', null],
])('a part of %s with %j has the method %j', async (type, body, method) => {
  expect((await view(multipart('mixed', part('text/plain', 'text'), part(type, body)))).calendar).toBe(method)
})

test('the envelope addresses are included once each, in lower case', async () => {
  const mail = await view([
    'Delivered-To: Anna@Example.com',
    'X-Original-To: <anna+shop@example.com>',
    'Envelope-To: anna@example.com',
    'Delivered-To: odd',
    '',
    'text',
  ])
  expect(mail.deliveredTo).toEqual(['anna@example.com', 'anna+shop@example.com'])
})

test('the server’s authentication results are included', async () => {
  const mail = await view(['Received: from a by mx.example.net with ESMTP', 'Authentication-Results: mx.example.net; spf=fail', '', 'text'])
  expect(mail.auth).toEqual({ spf: 'fail', dkim: 'none', dmarc: 'none' })
  expect((await view(['Subject: x', '', 'text'])).auth).toBeNull()
})
