// What leaves for the phone of a mail with secrets, also those of the corpus.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { plainView } from '../../core/filters/arbitrary.ts'
import { bullets } from '../../core/filters/redact/ranges.ts'
import type { Redact } from '../../core/filters/redact/redact.ts'
import { openParser } from '../mail/parse.ts'
import { wordsOf } from '../words.ts'
import { redacted } from './redacted.ts'
import { renderMail } from './render.ts'

const everything: Redact = { what: ['cards', 'ibans', 'codes'], patterns: [] }
const sent = (change: Parameters<typeof plainView>[0], wanted: Redact | null = everything) =>
  renderMail(wordsOf('en'), redacted(plainView(change), wanted), 'Bank').replaceAll('\u2060', '')
const digitsOf = (text: string) => text.replace(/\D/g, '')

test('without a wish the mail leaves as it is', () => {
  expect(sent({ body: 'Card 4111 1111 1111 1111' }, null)).toContain('4111 1111 1111 1111')
})

test('subject, text, sender and names of files are blacked out', () => {
  const card = '4111111111111111'
  const text = sent({
    subject: `Paid with ${card}`,
    from: [{ name: `Card ${card}`, address: 'bank@example.com' }],
    body: `Your card ${card} was charged.`,
    attachments: [{ name: `statement ${card}.pdf`, type: 'application/pdf', sizeBytes: 1000 }],
  })
  expect(text).not.toContain('1111')
  expect(text.split(bullets).length - 1).toBe(4)
})

test('a number hidden by invisible letters, or cut in two by the end of the message, does not escape', () => {
  expect(digitsOf(sent({ subject: '', body: '4111\u200b1111\u00ad1111\ufeff1111' }))).toBe('')
  for (let at = 1180; at < 1202; at++) expect(digitsOf(sent({ subject: '', body: `${'x'.repeat(at)} 4111 1111 1111 1111` }))).toBe('')
})

const corpus = join(import.meta.dirname, '../../../shared/corpora/modern/dev')
const Expected = z.array(
  z.object({
    file: z.string(),
    redactable: z.array(z.string()).optional(),
    card: z.object({ type: z.string(), shown: z.string().optional() }).nullable(),
  }),
)

test('what the corpus says must be blacked out never leaves, and other mail leaves as it is', async context => {
  if (!existsSync(corpus)) {
    if (process.env['CI'] === 'true') throw new Error('The test mails (../shared/corpora) are missing.')
    return context.skip('the test mails (../shared/corpora) are not here')
  }
  const parser = openParser({ workers: 1, timeoutMs: 10_000 })
  const mails = Expected.parse(JSON.parse(readFileSync(join(corpus, 'expected.json'), 'utf8'))).filter(mail => mail.file.endsWith('.eml'))
  const touched: string[] = []
  let secrets = 0
  for (const { file, redactable = [], card } of mails) {
    const raw = readFileSync(join(corpus, file))
    const view = await parser.parse({ kind: 'address', raw, sizeBytes: raw.length, reduced: null })
    const hidden = [...redactable, ...(card?.type === 'code' && card.shown ? [card.shown] : [])]
    const shown = JSON.stringify(redacted(view, everything))
    const visible = JSON.stringify([redacted(view, everything).subject, redacted(view, everything).body])
    secrets += hidden.length
    for (const secret of hidden)
      expect(visible.includes(secret) || visible.includes(secret.replace(/[ -]/g, '')), `${file}: ${secret}`).toBe(false)
    if (hidden.length === 0 && shown.includes(bullets)) touched.push(file)
  }
  await parser.stop()
  console.info(`${secrets} secrets in ${mails.length} mails; blacked out without need: ${touched.join(', ') || 'none'}`)
  expect(touched).toEqual([])
}, 60_000)
