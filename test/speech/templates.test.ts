// Tests the filter templates on the corpus: each matches its own kind of email and little else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { type FilterInput, toFilterInput } from '../../core/filters/fields.ts'
import { matches } from '../../core/filters/match.ts'
import { buildTemplateFilter, readyMadeFilters, type TemplateId } from '../../core/filters/templates/templates.ts'
import { plainArrival } from '../../core/filters/testing/plain-message.fixture.ts'
import { openParser } from '../../server/mail/parsing/parse.ts'
import { corpus, readMail } from '../corpora.ts'

const parser = openParser({ workers: 1, timeoutMs: 20_000 })
afterAll(() => parser.stop())

const Mail = z.object({ file: z.string(), kind: z.string() })
/** Kinds of mail for each template, and those that nobody can hold against it. */
const kinds: Record<TemplateId, { own: string[]; beside: string[]; senders: string[] }> = {
  bank: { own: ['bank_alert'], beside: ['auth'], senders: [] },
  codes: { own: ['otp'], beside: [], senders: [] },
  family: { own: [], beside: ['reply', 'inline_image', 'text_shape'], senders: ['Aunt Perpetua'] },
  on_call: { own: ['alert'], beside: [], senders: [] },
  parcels: { own: ['parcel'], beside: [], senders: [] },
  invoices: { own: ['invoice'], beside: [], senders: [] },
}

test('each template catches its kind of mail and no other', async context => {
  const folder = corpus('modern/dev')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const mails = z.array(Mail).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))
  const readings: { file: string; kind: string; reading: FilterInput }[] = []
  for (const { file, kind } of mails) {
    const raw = readMail(join(folder, file))
    const view = await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null })
    readings.push({ file, kind, reading: toFilterInput(view, plainArrival(), new Map()) })
  }
  const missed: string[] = []
  const stray: string[] = []
  const lines = readyMadeFilters.map(template => {
    const { own, beside, senders } = kinds[template.id]
    const filled = buildTemplateFilter(template, senders)
    if (!filled) throw new Error(`${template.id} is not whole`)
    const caught = readings.filter(mail => matches(filled.condition, mail.reading))
    const of = readings.filter(mail => own.includes(mail.kind))
    missed.push(...of.filter(mail => !caught.includes(mail)).map(mail => `${template.id}: ${mail.file}`))
    stray.push(
      ...caught.filter(mail => !own.includes(mail.kind) && !beside.includes(mail.kind)).map(mail => `${template.id}: ${mail.file}`),
    )
    return `${template.id} ${caught.filter(mail => own.includes(mail.kind)).length} of ${of.length}, others ${caught.filter(mail => !own.includes(mail.kind)).length}`
  })
  process.stdout.write(`templates: ${lines.join('; ')}\n`)
  expect(missed).toEqual([])
  expect(stray).toEqual([])
})
