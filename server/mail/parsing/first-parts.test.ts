// Tests emails with very many parts: the first are read, the others counted, and text resembling parts is kept.
import { afterAll, expect, test } from 'vitest'
import { leadingParts } from './first-parts.ts'
import { openParser } from './parse.ts'

const parser = openParser({ workers: 1, timeoutMs: 3000 })
afterAll(() => parser.stop())
const parse = (raw: Buffer) => parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null })

const part = (text: string) => `--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`
const mixed = (parts: string) => Buffer.from(`Subject: many\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n${parts}--b--\r\n`)

test('of 2,500 parts the first are read and the others counted', async () => {
  const view = await parse(mixed(`${part('the first text')}${'--b\r\nContent-Type: image/png\r\n\r\nx\r\n'.repeat(2499)}`))
  expect(view).toMatchObject({ subject: 'many', unparsed: 'many_parts', leftParts: 1500, fetched: 'all', body: 'the first text' })
  expect(view.attachments.length).toBeGreaterThan(50)
})

test('a thousand parts are all read', async () => {
  const view = await parse(mixed(part('text').repeat(1000)))
  expect(view.unparsed).toBeNull()
  expect(view.leftParts).toBeUndefined()
})

test('a patch with many lines of two dashes is not an email of many parts', async () => {
  const lines = '--- a/file\r\n+++ b/file\r\n--\r\n-- \r\n'.repeat(5000)
  for (const raw of [mixed(part(`${lines}the end`)), Buffer.from(`Subject: patch\r\n\r\n${lines}the end`)]) {
    const { first, left } = leadingParts(raw)
    expect([first.length, left]).toEqual([raw.length, 0])
    expect((await parse(raw)).unparsed).toBeNull()
  }
})

test.each([
  ['whose boundary is named in pieces', 'Content-Type: multipart/mixed; boundary*0="b"'],
  [
    'that names hundreds of boundaries',
    `${Array.from({ length: 300 }, (_, i) => `X: boundary=x${i}`).join('\r\n')}\r\nContent-Type: multipart/mixed; boundary=b`,
  ],
])('an email of 100,000 parts %s is still truncated, in time', async (_, head) => {
  const started = performance.now()
  const view = await parse(Buffer.from(`Subject: many\r\n${head}\r\n\r\n${'--b\r\n\r\n'.repeat(100_000)}`))
  expect(performance.now() - started).toBeLessThan(30_000)
  expect(view).toMatchObject({ unparsed: 'many_parts', leftParts: 99_000 })
})
