// Tests file names, media types and byte ranges.
import { expect, test } from 'vitest'
import { type BucketLimits, isAccepted } from './buckets.ts'
import { downloadHeaders, parseRange } from './download.ts'
import { isValidKey, requireOwnPath } from './path.ts'
import { matchesDeclaredType, sniff } from './sniff.ts'

const anna = '11111111-1111-4111-8111-111111111111'
const ben = '22222222-2222-4222-8222-222222222222'

test.each([
  `${anna}/../${ben}/a.png`,
  `${anna}/./a.png`,
  `${anna}/...`,
  `${anna}//a.png`,
  `${anna}/`,
  `/${anna}/a.png`,
  `${anna}/a\\b.png`,
  `${anna}/a\0.png`,
  `${anna}/a\n.png`,
  `${anna}/ a.png`,
  `${anna}/a.png `,
  `${anna}/‮gnp.a`,
  `${anna}/ä.png`,
  `${anna}/a%2e.png`,
  `${anna}/a?b.png`,
  `${anna}/<a>.png`,
  `${anna}/${'a'.repeat(201)}`,
  `${anna}/${'a/'.repeat(300)}b`,
  '',
])('“%s” is not a valid file name', path => {
  expect(isValidKey(path)).toBe(false)
  expect(() => requireOwnPath(anna, path)).toThrow(/Invalid key/)
})

test('a file is stored only in the folder of its user', () => {
  expect(requireOwnPath(anna, `${anna}/trip 1/a (1).png`).userId).toBe(anna)
  for (const path of [`${ben}/a.png`, 'a.png', anna, `${anna}x/a.png`, `${anna.toUpperCase().replace('1', 'A')}/a.png`])
    expect(() => requireOwnPath(anna, path)).toThrow('new row violates row-level security policy')
  expect(() => requireOwnPath(null, 'null/a.png')).toThrow('new row violates row-level security policy')
})

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png', 'image/png'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp', 'image/webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', 'audio/wav', null],
  ['%PDF-1.7', 'application/pdf', 'application/pdf'],
  ['PK\x03\x04\x14', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  ['a,b\n1,2', 'text/csv', null],
  ['MZ is a car in Saxony', 'text/plain', null],
  ['<p>not a page', 'text/plain', null],
])('%j matches %s', (start, declared, found) => {
  const first = Buffer.from(start, 'latin1')
  expect(sniff(first)).toBe(found)
  expect(matchesDeclaredType(declared, first)).toBe(true)
})

test.each([
  ['\x89PNG\r\n\x1a\n', 'application/pdf'],
  ['%PDF-1.7', 'image/png'],
  ['just text', 'image/png'],
  ['binary \0 text', 'text/plain'],
  ['\n <!DOCTYPE html><p>', 'text/plain'],
  ['<!-- a --> <script>', 'application/octet-stream'],
  ['<?xml version="1.0"?><svg xmlns="">', 'application/octet-stream'],
  ['MZ\x90\0', 'application/octet-stream'],
  ['\x7fELF', 'image/png'],
  ['PK\x03\x04', 'application/pdf'],
])('%j does not match %s', (start, declared) => {
  expect(matchesDeclaredType(declared, Buffer.from(start, 'latin1'))).toBe(false)
})

test('types that a browser might execute are never accepted, whatever the settings', () => {
  const limits: BucketLimits = { bytesPerUser: 1, avatarMaxBytes: 1, attachmentMaxBytes: 1, attachmentTypes: ['*'], attachmentDays: 1 }
  for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'text/xml'])
    expect(isAccepted(limits, 'attachments', type)).toBe(false)
  expect(isAccepted(limits, 'attachments', 'application/pdf')).toBe(true)
  expect(isAccepted(limits, 'avatars', 'application/pdf')).toBe(false)
})

test.each<[string | undefined, ReturnType<typeof parseRange>]>([
  [undefined, null],
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=90-1000', { from: 90, to: 99 }],
  ['bytes=-5', { from: 95, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=5-2', null],
  ['bytes=0-1,5-6', null],
  ['lines=1-2', null],
])('of 100 bytes %s requests %j', (range, expected) => {
  expect(parseRange(range, 100)).toEqual(expected)
})

test('only our own pictures are shown inline; other files are saved, under a safely encoded name', () => {
  const file = { path: `${anna}/a.png`, mediaType: 'image/webp', cacheControl: 'max-age=60' }
  expect(downloadHeaders({ ...file, bucket: 'avatars' }, undefined)['content-disposition']).toBe('inline')
  expect(downloadHeaders({ ...file, bucket: 'attachments' }, undefined)['content-disposition']).toBe("attachment; filename*=UTF-8''a.png")
  expect(downloadHeaders({ ...file, bucket: 'avatars' }, 'é"\r\nx\ud800')['content-disposition']).toBe(
    "attachment; filename*=UTF-8''%C3%A9%22%0D%0Ax%EF%BF%BD",
  )
})
