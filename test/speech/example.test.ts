// Tests filters derived from one sender's emails in the corpus: each must tell them apart from all others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { findFilterByExample } from '../../core/filters/example/by-example.ts'
import { type FilterInput, toFilterInput } from '../../core/filters/fields.ts'
import { plainArrival } from '../../core/filters/testing/plain-message.fixture.ts'
import { openParser } from '../../server/mail/parsing/parse.ts'
import { corpus, readMail } from '../corpora.ts'

const parser = openParser({ workers: 1, timeoutMs: 20_000 })
afterAll(() => parser.stop())

const Mail = z.object({ file: z.string(), from: z.object({ address: z.string() }) })

test('for every sender of the corpus, one or two of the mails give a filter that tells them from the others', async context => {
  const folder = corpus('modern/dev')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const mails = z.array(Mail).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))
  const past: { sender: string; reading: FilterInput }[] = []
  for (const mail of mails) {
    const raw = readMail(join(folder, mail.file))
    const view = await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null })
    past.push({ sender: mail.from.address.toLowerCase(), reading: toFilterInput(view, plainArrival(), new Map()) })
  }
  const all = past.map(mail => mail.reading)
  const bySender = Map.groupBy(past, mail => mail.sender)
  const found = [...bySender.values()].map(own =>
    findFilterByExample(
      own.slice(0, 2).map(mail => mail.reading),
      all,
    ),
  )
  const exact = found.filter(each => each.code === 'found' && each.precision === 1).length
  const small = found.filter(each => each.code === 'found' && 'field' in each.condition).length
  process.stdout.write(`by example: ${found.length} senders, precise ${exact}, of one test ${small}\n`)
  expect(found.every(each => each.code === 'found')).toBe(true)
  expect(exact / found.length).toBeGreaterThan(0.85)
  expect(small / found.length).toBeGreaterThan(0.8)
})
