// Tests reading winmail.dat: the same files that other readers find, and no harm from forged lengths.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rtfToText, unpackRtf } from './rtf.ts'
import { readTnef } from './tnef.ts'

const folder = join(import.meta.dirname, '../../../../../shared/corpora/tnef')
const endings = { text: 'txt', html: 'html', rtf: 'rtf' }

describe.skipIf(!existsSync(folder))('the corpus (shared/corpora is absent where this is skipped)', () => {
  const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.tnef')) : []
  const bytesOf = (name: string) => readFileSync(join(folder, name))

  test.each(names)('%s holds the files of its list', name => {
    const listed = readFileSync(join(folder, name.replace('.tnef', '.list')), 'utf8')
      .trim()
      .split(/\r?\n/)
    const read = readTnef(bytesOf(name))
    const bodies = listed.filter(one => one.startsWith('body.'))
    expect(read?.files.map(file => file.name).sort()).toEqual(listed.filter(one => !bodies.includes(one)).sort())
    for (const body of bodies) expect(`body.${endings[read?.body?.kind ?? 'text']}`).toBe(body)
    for (const file of read?.files ?? []) expect(file.bytes.length).toBeGreaterThan(0)
  })

  test('forged lengths, truncation and flipped bits yield less, but never an error or a delay', () => {
    const began = process.threadCpuUsage()
    for (const name of names) {
      const bytes = bytesOf(name)
      for (let i = 0; i < 60; i++) {
        const broken = Uint8Array.from(i % 2 ? bytes : bytes.subarray(0, (i * bytes.length) / 60))
        for (let n = 0; n < 8; n++) broken[(i * 7919 + n * 104_729) % Math.min(broken.length, 3000)] = n % 2 ? 0xff : (i * 31 + n) & 0xff
        const read = readTnef(broken)
        expect((read?.files ?? []).reduce((sum, file) => sum + file.bytes.length, 0)).toBeLessThan(4 * bytes.length)
        if (read?.body?.kind === 'rtf') rtfToText(read.body.text)
      }
    }
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(10_000)
  })
})

const zeros = (count: number) => Array.from({ length: count }, () => 0)
const u32 = (n: number) => [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24]
const stream = (...attributes: [id: number, data: number[], length?: number][]) =>
  Uint8Array.from([
    0x78,
    0x9f,
    0x3e,
    0x22,
    1,
    0,
    ...attributes.flatMap(([id, data, length = data.length]) => [2, ...u32(id), ...u32(length), ...data, 0, 0]),
  ])
const bytes = (text: string) => [...Buffer.from(text)]
const begins: [number, number[]] = [0x00069002, [0, 0]]

test('a length of four billion takes only what is there', () => {
  const read = readTnef(stream(begins, [0x00018010, bytes('a.txt\0')], [0x0006800f, bytes('hello'), 0xffffffff]))
  expect(read?.files.map(({ name, bytes: own }) => [name, Buffer.from(own).toString().slice(0, 5)])).toEqual([['a.txt', 'hello']])
})

test('ten thousand files are cut to a hundred, and nested streams to a limit', () => {
  expect(readTnef(stream(...Array.from({ length: 4000 }, () => begins)))?.files).toHaveLength(100)
  let inner = stream(begins, [0x00018010, bytes('deep.txt')], [0x0006800f, bytes('x')])
  for (let i = 0; i < 20; i++) {
    const object = [...zeros(16), ...inner]
    const padded = [...object, ...zeros((4 - (object.length % 4)) % 4)]
    inner = stream(begins, [0x00069005, [...u32(1), 0x0d, 0, 0x01, 0x37, ...u32(1), ...u32(object.length), ...padded]])
  }
  expect(readTnef(inner)?.files).toHaveLength(1)
})

test('other data is null', () => {
  for (const none of ['', 'x', 'no stream of Outlook at all']) expect(readTnef(Buffer.from(none))).toBeNull()
  expect(unpackRtf(Uint8Array.from([1, 2, 3]))).toBeNull()
})

test('rich text is read without its tables, with Unicode, and without fallbacks for HTML', () => {
  expect(rtfToText(String.raw`{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\*\generator X;}Gr\'fc\'dfe, \u1071?!\par two\tab three}`)).toBe(
    'Grüße, Я!\ntwo\tthree',
  )
  expect(rtfToText(String.raw`{\rtf1\fromhtml1{\*\htmltag64 <p>}\htmlrtf {\b \htmlrtf0 Hello\htmlrtf }\htmlrtf0{\*\htmltag72 </p>}}`)).toBe(
    'Hello',
  )
  expect(rtfToText('{'.repeat(100_000))).toBe('')
})
