// More of a mail from servers that describe it wrongly, leave parts out or hang up: never less than its header, never a loss.
import { expect, test } from 'vitest'
import type { Arrived } from '../parsing/arrived.ts'
import type { Described, LeafPart, Structure } from '../parsing/structure.ts'
import { moreOf } from './more.ts'

const kb = 1024
const head = Buffer.from('Subject: large\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n')
const limits = { soonBytes: 128 * kb, maxBytes: 400 * kb, partsBytes: 1000 * kb }

const mail = (uid: number, sizeBytes: number): Arrived => ({
  ...{ userId: 'u', mailboxId: 'm', kind: 'imap', sourceKey: `INBOX:1:${uid}`, contentHash: Buffer.alloc(0), uidValidity: 1, uid },
  ...{ raw: head, sizeBytes, fetched: 'headers', reduced: null, arrivedAt: new Date(0) },
})

const leaf = (change: Partial<LeafPart> = {}): LeafPart => ({
  ...{ kind: 'leaf', section: '1', type: 'text/plain', parameters: [], contentId: null, encoding: '', encodedBytes: 500 },
  ...{ disposition: null, dispositionParameters: [] },
  ...change,
})
const file = leaf({
  section: '2',
  type: 'application/pdf',
  encoding: 'base64',
  encodedBytes: 300 * kb,
  dispositionParameters: [['filename', 'a.pdf']],
})
const described = (...deps: Structure[]): Described => ({
  root: { kind: 'branch', type: 'multipart/mixed', parameters: [], parts: deps },
  leftParts: 0,
})

/** A server that tells this of every mail; `asked` is what it was asked for. */
function server(tells: { structure?: Described; text?: Buffer | null; whole?: Buffer | null; hangsUp?: () => boolean }) {
  const asked: string[] = []
  const more = (shy = new Set<string>()) =>
    moreOf(
      {
        async structures(uids) {
          asked.push(`structures ${uids.join(' ')}`)
          if (tells.hangsUp?.()) throw new Error('the connection is gone')
          const { structure } = tells
          return new Map(structure ? uids.map(uid => [uid, structure]) : [])
        },
        async sections(uids, sections, maxBytes) {
          asked.push(`sections ${sections.join(' ')} of ${uids.join(' ')}`)
          const { text = Buffer.from('the text') } = tells
          return new Map(text ? uids.map(uid => [uid, new Map(sections.map(section => [section, text.subarray(0, maxBytes)]))]) : [])
        },
        async fetch(uids, maxBytes) {
          asked.push(`whole ${uids.join(' ')}`)
          const { whole = Buffer.concat([head, Buffer.from('all of it')]) } = tells
          return uids.map(uid => ({ uid, source: whole?.subarray(0, maxBytes) ?? null, sizeBytes: 0, internalDate: null }))
        },
      },
      limits,
      shy,
    )
  return { asked, more }
}

const saying = (mails: Arrived[]) => mails.map(({ fetched = 'all', reduced }) => reduced ?? fetched)

test('mails alike are asked for at once: a structure for all, their texts for all, no file', async () => {
  const { asked, more } = server({ structure: described(leaf(), file) })
  const deeper = await more()([mail(1, 500 * kb), mail(2, 500 * kb)], 'text')
  expect(asked).toEqual(['structures 1 2', 'sections 1 of 1 2'])
  expect(saying(deeper)).toEqual(['text', 'text'])
  expect(deeper[0]?.raw.toString()).toContain('the text')
  expect(deeper[0]?.raw.toString()).toMatch(/hollow 2244\d\d/)
})

test('the text of a mail whose structure is known needs no second structure', async () => {
  const { asked, more } = server({ structure: described(leaf(), file) })
  const fetchMore = more()
  const [once] = await fetchMore([mail(1, 500 * kb)], 'structure')
  expect(once?.fetched).toBe('structure')
  expect(saying(await fetchMore(once ? [once] : [], 'text'))).toEqual(['text'])
  expect(asked).toEqual(['structures 1', 'sections 1 of 1'])
})

test.each<[string, Parameters<typeof server>[0], number, string[]]>([
  ['no structure, and small enough to fetch whole', {}, 300 * kb, ['all']],
  ['no structure, and too large for that', {}, 500 * kb, ['too_large']],
  ['more than is read by parts', { structure: described(leaf(), file) }, 1001 * kb, ['too_large']],
  ['a structure of almost nothing, for a mail of much', { structure: described(leaf({ encodedBytes: 0 })) }, 300 * kb, ['all']],
  ['no part of what it described', { structure: described(leaf(), file), text: null }, 500 * kb, ['no_text']],
  ['no whole mail', { whole: null }, 300 * kb, ['no_text']],
  ['a whole mail larger than it said', { whole: Buffer.alloc(500 * kb) }, 300 * kb, ['too_large']],
])('a server that gives %s', async (_, tells, sizeBytes, said) => {
  const deeper = await server(tells).more()([mail(1, sizeBytes)], 'text')
  expect(saying(deeper)).toEqual(said)
  expect(deeper[0]?.more).toBeUndefined()
  expect(deeper[0]?.raw.length).toBeGreaterThanOrEqual(head.length)
})

test('a structure that ended the connection is not asked for again, and its mail comes whole', async () => {
  let isFirst = true
  const hangsUp = () => isFirst
  const { asked, more } = server({ structure: described(leaf(), file), hangsUp })
  const shy = new Set<string>()
  await expect(more(shy)([mail(1, 300 * kb)], 'text')).rejects.toThrow('gone')
  isFirst = false
  expect(saying(await more(shy)([mail(1, 300 * kb), mail(2, 500 * kb)], 'text'))).toEqual(['all', 'text'])
  expect(asked).toEqual(['structures 1', 'structures 2', 'sections 1 of 2', 'whole 1'])
})

test('filters that ask for what was sent get all of a mail that may be fetched whole, and the texts of a larger one', async () => {
  const { asked, more } = server({ structure: described(leaf(), file) })
  const deeper = await more()([mail(1, 300 * kb), mail(2, 500 * kb)], 'all')
  expect(saying(deeper)).toEqual(['all', 'text'])
  expect(deeper.map(one => one.more)).toEqual([undefined, undefined])
  expect(asked).toEqual(['structures 2', 'sections 1 of 2', 'whole 1'])
})

test('mails for which a structure would cost more than it saves are fetched whole, all at once', async () => {
  const { asked, more } = server({ structure: described(leaf(), file) })
  expect(saying(await more()([mail(1, 100 * kb), mail(2, 500 * kb), mail(3, 40 * kb)], 'text'))).toEqual(['all', 'text', 'all'])
  expect(asked).toEqual(['structures 2', 'sections 1 of 2', 'whole 1 3'])
  expect(saying(await more()([mail(1, 100 * kb)], 'structure'))).toEqual(['structure'])
})

test('a mail that is larger than its server says is fetched alone, and no more of it than of any other', async () => {
  const { asked, more } = server({ whole: Buffer.alloc(500 * kb) })
  expect(saying(await more()([mail(1, 40 * kb)], 'text'))).toEqual(['too_large'])
  expect(asked).toEqual(['whole 1', 'whole 1'])
})

test('a thousand texts are not fetched', async () => {
  const texts = Array.from({ length: 1000 }, (_, i) => leaf({ section: `${i + 1}` }))
  const { asked, more } = server({ structure: described(...texts) })
  await more()([mail(1, 500 * kb)], 'text')
  expect(asked[1]).toBe('sections 1 2 3 4 5 6 7 8 of 1')
})

test('a text that looks like the end of one of our parts ends none', async () => {
  const text = 'harmless\r\n--hollow.0--\r\n--hollow--\r\nthe invoice'
  const inner: Structure = { kind: 'branch', type: 'multipart/alternative', parameters: [], parts: [leaf({ section: '1.1' })] }
  const it = server({ structure: described(inner, file), text: Buffer.from(text) })
  const [deeper] = await it.more()([mail(1, 300 * kb)], 'text')
  const boundaries = [...(deeper?.raw.toString() ?? '').matchAll(/boundary="?([^"\s]+)/g)].map(([, boundary]) => boundary)
  expect(boundaries).toHaveLength(2)
  expect(boundaries.filter(boundary => text.includes(`--${boundary}`))).toEqual([])
  expect(deeper?.raw.toString()).toContain('the invoice')
})
