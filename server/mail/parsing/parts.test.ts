// Tests splitting raw email for filters that inspect the source.
import { expect, test } from 'vitest'
import { tookMs } from '../../../test/took.ts'
import { readSource } from './parts.ts'

const much = 64 * 1024
const partsOf = (...lines: string[]) => readSource(Buffer.from(lines.join('\r\n')), much).source.parts

test('each part has its type, headers, content and visible text', () => {
  const parts = partsOf(
    'Subject: top',
    'Content-Type: multipart/mixed; boundary="a"',
    '',
    'before',
    '--a',
    'Content-Type: Text/Plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    'X-A: =?utf-8?q?=C3=BC?=',
    '',
    'f=FCr=',
    ' alle',
    '--a',
    'Content-Type: text/html',
    '',
    '<p>1 &lt; 2&#33;</p><script>if (a < b) go()</script><!-- no -->x',
    '--a',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    '',
    'hello',
    '--a',
    'Content-Type: text/plain/odd',
    '',
    'odd',
    '--a--',
    'after',
  )
  expect(parts.map(({ type, contents, text }) => [type, contents, text])).toEqual([
    ['multipart/mixed', ['before', 'after'], null],
    ['text/plain', ['für alle'], 'für alle'],
    ['text/html', ['<p>1 &lt; 2&#33;</p><script>if (a < b) go()</script><!-- no -->x'], '1 < 2!x'],
    ['message/rfc822', ['Subject: inner\r\n'], null],
    ['text/plain', ['hello'], 'hello'],
    ['', ['odd'], null],
  ])
  expect(parts[0]?.headers).toEqual([])
  expect(parts[1]?.headers.at(-1)).toEqual({ name: 'X-A', value: 'ü', raw: '=?utf-8?q?=C3=BC?=' })
})

test('what does not fit is cut, and marked as cut', () => {
  const { source, wasCut } = readSource(Buffer.from(`Subject: a\r\n\r\n${'ü'.repeat(1000)}`), 100)
  expect(wasCut).toBe(true)
  expect([source.body, source.parts[0]?.contents]).toEqual(['ü'.repeat(25), ['ü'.repeat(25)]])
  expect(readSource(Buffer.from('Subject: a\r\n\r\nhi'), 100)).toMatchObject({ wasCut: false, source: { body: 'hi' } })
})

test('emails built to be slow are split in time', () => {
  const nested = Array.from({ length: 5000 }, (_, i) => `--b${i}\nContent-Type: multipart/mixed; boundary=b${i + 1}\n\n`).join('')
  const hostile = [
    `Content-Type: multipart/mixed; boundary=b0\n\n${nested}`,
    `Content-Type: multipart/mixed; boundary=a\n\n${'--a\n\n\n'.repeat(300_000)}`,
    `Content-Type: multipart/mixed; boundary=a\n\n${'--a'.repeat(500_000)}`,
    `Content-Type: text/html\n\n${'<script>'.repeat(100_000)}`,
    `Content-Type: text/html\n\n${'<!--'.repeat(200_000)}`,
    `Content-Type: text/html\n\n${'<a '.repeat(200_000)}`,
    `${'A: b;=\n'.repeat(200_000)}\n\nx`,
    `Content-Type: text/plain${'; a="'.repeat(100_000)}\n\nx`,
    `Content-Type: multipart/mixed; boundary=""\n\n${'--\n'.repeat(300_000)}`,
  ]
  for (const mail of hostile) {
    const { source } = readSource(Buffer.from(mail), much)
    expect(
      tookMs(() => readSource(Buffer.from(mail), much), 1000),
      mail.slice(0, 60),
    ).toBeLessThan(1000)
    expect(Buffer.byteLength(JSON.stringify(source.parts.map(part => part.contents)))).toBeLessThan(3 * much)
  }
})
