// Tests fetching more of an email from servers that describe it wrongly, omit parts or hang up: nothing is lost.
import { expect, test } from 'vitest'
import type { Arrived } from '../parsing/arrived.ts'
import type { Described, LeafPart, Structure } from '../parsing/structure.ts'
import { fetchMoreFrom } from './fetch-more.ts'

const kb = 1024
const head = Buffer.from('Subject: large\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n')
const limits = { fullBytes: 128 * kb, maxBytes: 400 * kb, partsBytes: 1000 * kb }

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

/** A server that returns the same for every email; `requests` records what it was asked. */
function server(behavior: { structure?: Described; text?: Buffer | null; whole?: Buffer | null; hangsUp?: () => boolean }) {
  const requests: string[] = []
  const more = (structureRefused = new Set<string>()) =>
    fetchMoreFrom(
      {
        async structures(uids) {
          requests.push(`structures ${uids.join(' ')}`)
          if (behavior.hangsUp?.()) throw new Error('the connection is gone')
          const { structure } = behavior
          return new Map(structure ? uids.map(uid => [uid, structure]) : [])
        },
        async sections(uids, sections, maxBytes) {
          requests.push(`sections ${sections.join(' ')} of ${uids.join(' ')}`)
          const { text = Buffer.from('the text') } = behavior
          return new Map(text ? uids.map(uid => [uid, new Map(sections.map(section => [section, text.subarray(0, maxBytes)]))]) : [])
        },
        async fetch(uids, maxBytes) {
          requests.push(`whole ${uids.join(' ')}`)
          const { whole = Buffer.concat([head, Buffer.from('all of it')]) } = behavior
          return uids.map(uid => ({ uid, source: whole?.subarray(0, maxBytes) ?? null, sizeBytes: 0, internalDate: null }))
        },
      },
      limits,
      structureRefused,
    )
  return { requests, more }
}

const outcomes = (mails: Arrived[]) => mails.map(({ fetched = 'all', reduced }) => reduced ?? fetched)

test('similar emails are requested together: structures, then texts, and no files', async () => {
  const { requests, more } = server({ structure: described(leaf(), file) })
  const deeper = await more()([mail(1, 500 * kb), mail(2, 500 * kb)], 'text')
  expect(requests).toEqual(['structures 1 2', 'sections 1 of 1 2'])
  expect(outcomes(deeper)).toEqual(['text', 'text'])
  expect(deeper[0]?.raw.toString()).toContain('the text')
  expect(deeper[0]?.raw.toString()).toMatch(/hollow 2244\d\d/)
})

test('fetching text does not request a known structure again', async () => {
  const { requests, more } = server({ structure: described(leaf(), file) })
  const fetchMore = more()
  const [once] = await fetchMore([mail(1, 500 * kb)], 'structure')
  expect(once?.fetched).toBe('structure')
  expect(outcomes(await fetchMore(once ? [once] : [], 'text'))).toEqual(['text'])
  expect(requests).toEqual(['structures 1', 'sections 1 of 1'])
})

test.each<[string, Parameters<typeof server>[0], number, string[]]>([
  ['no structure, and small enough to fetch whole', {}, 300 * kb, ['all']],
  ['no structure, and too large for that', {}, 500 * kb, ['too_large']],
  ['more than is read by parts', { structure: described(leaf(), file) }, 1001 * kb, ['too_large']],
  ['a structure of almost nothing, for a mail of much', { structure: described(leaf({ encodedBytes: 0 })) }, 300 * kb, ['all']],
  ['no part of what it described', { structure: described(leaf(), file), text: null }, 500 * kb, ['no_text']],
  ['no whole mail', { whole: null }, 300 * kb, ['no_text']],
  ['a whole mail larger than it said', { whole: Buffer.alloc(500 * kb) }, 300 * kb, ['too_large']],
])('a server that gives %s', async (_, behavior, sizeBytes, expected) => {
  const deeper = await server(behavior).more()([mail(1, sizeBytes)], 'text')
  expect(outcomes(deeper)).toEqual(expected)
  expect(deeper[0]?.more).toBeUndefined()
  expect(deeper[0]?.raw.length).toBeGreaterThanOrEqual(head.length)
})

test('a structure that ended the connection is not requested again, and its email is fetched in full', async () => {
  let isFirst = true
  const hangsUp = () => isFirst
  const { requests, more } = server({ structure: described(leaf(), file), hangsUp })
  const structureRefused = new Set<string>()
  await expect(more(structureRefused)([mail(1, 300 * kb)], 'text')).rejects.toThrow('gone')
  isFirst = false
  expect(outcomes(await more(structureRefused)([mail(1, 300 * kb), mail(2, 500 * kb)], 'text'))).toEqual(['all', 'text'])
  expect(requests).toEqual(['structures 1', 'structures 2', 'sections 1 of 2', 'whole 1'])
})

test('filters that need the source get the full email within the limit, and the texts of a larger one', async () => {
  const { requests, more } = server({ structure: described(leaf(), file) })
  const deeper = await more()([mail(1, 300 * kb), mail(2, 500 * kb)], 'all')
  expect(outcomes(deeper)).toEqual(['all', 'text'])
  expect(deeper.map(one => one.more)).toEqual([undefined, undefined])
  expect(requests).toEqual(['structures 2', 'sections 1 of 2', 'whole 1'])
})

test('small emails are fetched in full together, without their structure', async () => {
  const { requests, more } = server({ structure: described(leaf(), file) })
  expect(outcomes(await more()([mail(1, 100 * kb), mail(2, 500 * kb), mail(3, 40 * kb)], 'text'))).toEqual(['all', 'text', 'all'])
  expect(requests).toEqual(['structures 2', 'sections 1 of 2', 'whole 1 3'])
  expect(outcomes(await more()([mail(1, 100 * kb)], 'structure'))).toEqual(['structure'])
})

test('an email larger than its server claims is fetched alone, within the usual limit', async () => {
  const { requests, more } = server({ whole: Buffer.alloc(500 * kb) })
  expect(outcomes(await more()([mail(1, 40 * kb)], 'text'))).toEqual(['too_large'])
  expect(requests).toEqual(['whole 1', 'whole 1'])
})

test('only the first of a thousand texts are fetched', async () => {
  const texts = Array.from({ length: 1000 }, (_, i) => leaf({ section: `${i + 1}` }))
  const { requests, more } = server({ structure: described(...texts) })
  await more()([mail(1, 500 * kb)], 'text')
  expect(requests[1]).toBe('sections 1 2 3 4 5 6 7 8 of 1')
})

test('a text that looks like one of our boundaries does not end a part', async () => {
  const text = 'harmless\r\n--hollow.0--\r\n--hollow--\r\nthe invoice'
  const inner: Structure = { kind: 'branch', type: 'multipart/alternative', parameters: [], parts: [leaf({ section: '1.1' })] }
  const it = server({ structure: described(inner, file), text: Buffer.from(text) })
  const [deeper] = await it.more()([mail(1, 300 * kb)], 'text')
  const boundaries = [...(deeper?.raw.toString() ?? '').matchAll(/boundary="?([^"\s]+)/g)].map(([, boundary]) => boundary)
  expect(boundaries).toHaveLength(2)
  expect(boundaries.filter(boundary => text.includes(`--${boundary}`))).toEqual([])
  expect(deeper?.raw.toString()).toContain('the invoice')
})
