// Tests what is sent to the phone for emails with secrets, including those in the corpus.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Show } from '../../core/filters/privacy.ts'
import type { RedactionRules } from '../../core/filters/redact/redact.ts'
import { plainView } from '../../core/filters/testing/plain-message.fixture.ts'
import { bullets } from '../../core/text/spans.ts'
import { viewed } from '../../test/render-viewed.ts'
import { loadWords } from '../foundation/words.ts'
import { openParser } from '../mail/parsing/parse.ts'
import { redactedView, visibleView } from './redacted.ts'
import { renderMail } from './render/mail.ts'

const everything: RedactionRules = { what: ['cards', 'ibans', 'codes'], patterns: [] }
const sent = (change: Parameters<typeof plainView>[0], wanted: RedactionRules | null = everything) =>
  renderMail(loadWords('en'), redactedView(plainView(change), wanted), 'Bank').replaceAll('\u2060', '')
const digitsOf = (text: string) => text.replace(/\D/g, '')

test('without redactions the email is sent unchanged', () => {
  expect(sent({ body: 'Card 4111 1111 1111 1111' }, null)).toContain('4111 1111 1111 1111')
})

test('subject, text, sender and file names are redacted', () => {
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

test('a number with invisible characters, or cut in two by the end of the message, is redacted', () => {
  expect(digitsOf(sent({ subject: '', body: '4111\u200b1111\u00ad1111\ufeff1111' }))).toBe('')
  for (let at = 1180; at < 1202; at++) expect(digitsOf(sent({ subject: '', body: `${'x'.repeat(at)} 4111 1111 1111 1111` }))).toBe('')
})

test('a code in bold, in a link or alone on a card is redacted', async () => {
  const html =
    'Your code is <b>48</b><i>2913</i>. <a href="https://a.example/in?code=482913">Sign in</a> <a href="https://a.example/help">Help</a>'
  const view = await viewed(Buffer.from(`From: no-reply@a.example\r\nSubject: Your code\r\nContent-Type: text/html\r\n\r\n${html}`))
  expect(view.card).toMatchObject({ code: '482913' })
  const shown = (wanted: RedactionRules | null) => renderMail(loadWords('en'), redactedView(view, wanted), 'Bank')
  expect(shown(null)).toContain('https://a.example/in?code=482913')
  expect(shown(everything)).not.toContain('2913')
  expect(shown(everything)).toContain(bullets)
})

test('a card that shows a secret is left out; secrets in invisible fields do not matter', async () => {
  const invitation = (title: string) =>
    viewed(
      Buffer.from(
        `From: a@a.example\r\nContent-Type: text/calendar\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:4111111111111111\r\nDTSTART:20260414T080000Z\r\nSUMMARY:${title}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
      ),
    )
  expect(redactedView(await invitation('Lunch'), everything).card).toMatchObject({ kind: 'event', title: 'Lunch' })
  expect(redactedView(await invitation('Pay 4111 1111 1111 1111'), everything).card).toBeUndefined()
})

const corpus = join(import.meta.dirname, '../../../shared/corpora/modern/dev')
const Expected = z.array(
  z.object({
    file: z.string(),
    redactable: z.optional(z.array(z.string())),
    card: z.nullable(z.object({ type: z.string(), shown: z.optional(z.string()) })),
  }),
)

test('what the corpus marks as secret is never sent, and other emails are sent unchanged', async context => {
  if (!existsSync(corpus)) {
    if (process.env['CI'] === 'true') throw new Error('The test emails (../shared/corpora) are missing.')
    return context.skip('the test emails (../shared/corpora) are missing')
  }
  const parser = openParser({ workers: 1, timeoutMs: 10_000 })
  const mails = Expected.parse(JSON.parse(readFileSync(join(corpus, 'expected.json'), 'utf8'))).filter(mail => mail.file.endsWith('.eml'))
  const touched: string[] = []
  let secrets = 0
  for (const { file, redactable = [], card } of mails) {
    const raw = readFileSync(join(corpus, file))
    const view = await parser.parse({ kind: 'address', raw, sizeBytes: raw.length, reduced: null })
    const hidden = [...redactable, ...(card?.type === 'code' && card.shown ? [card.shown] : [])]
    const shown = JSON.stringify(redactedView(view, everything))
    const safe = redactedView(view, everything)
    const sentText = renderMail(loadWords('en'), safe, 'Bank').replaceAll('\u2060', '')
    const visible = JSON.stringify([safe.subject, safe.body, safe.blocks, safe.card, sentText])
    secrets += hidden.length
    for (const secret of hidden)
      expect(visible.includes(secret) || visible.includes(secret.replace(/[ -]/g, '')), `${file}: ${secret}`).toBe(false)
    if (hidden.length === 0 && shown.includes(bullets)) touched.push(file)
  }
  await parser.stop()
  console.info(`${secrets} secrets in ${mails.length} emails; redacted without need: ${touched.join(', ') || 'none'}`)
  expect(touched).toEqual([])
})

test.each<[Show | null, string[]]>([
  [null, ['a secret', 'secret.pdf', 'https://a.example/secret']],
  ['full', ['a secret', 'secret.pdf', 'https://a.example/secret']],
  ['summary', ['a secret']],
  ['headers', []],
])('if an email may only be shown as %s, the hidden parts are not even passed to the renderer', (show, left) => {
  const span = { text: 'a secret', href: 'https://a.example/secret' }
  const blocks = { version: 1 as const, blocks: [{ kind: 'paragraph' as const, lines: [[span]] }], pictures: 0, isCut: false }
  const view = plainView({
    ...{ subject: 'Of the bank', body: 'a secret', blocks },
    attachments: [{ name: 'secret.pdf', type: 'application/pdf', sizeBytes: 5000 }],
  })
  const seen = JSON.stringify(visibleView(view, { show, redact: null }))
  for (const text of left) expect(seen).toContain(text)
  if (show === 'headers') expect(seen).not.toContain('secret')
  if (show === 'summary') expect(seen).not.toContain('secret.pdf')
  const text = renderMail(loadWords('en'), visibleView(view, { show, redact: null }), 'Bank', true, { extent: show })
  if (show === 'headers' || show === 'summary') expect(text).toContain('📎 1 attachment stays in your mailbox (5 kB)')
})

test('what a warning says about the reply address is redacted too', () => {
  const view = plainView({
    replyTo: [{ name: 'Card 4111111111111111', address: 'a@b.example' }],
    to: [{ name: 'Me', address: 'me@c.example' }],
  })
  const safe = redactedView(view, everything)
  expect(safe.replyTo).toEqual([{ name: `Card ${bullets}`, address: 'a@b.example' }])
  expect(safe.to).toEqual([])
})
