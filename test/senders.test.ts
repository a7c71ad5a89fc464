// Checks sender badges on the test emails, read in order as one person's email: warnings only where due.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assessSender } from '../core/message/sender-check/check.ts'
import { buildContacts } from '../core/message/sender-check/contacts.ts'
import { countSenders, noKnownSenders } from '../core/message/sender-check/known-senders.ts'
import type { MailView } from '../core/message/view.ts'
import { openParser } from '../server/mail/parsing/parse.ts'
import { corpus, readMail } from './corpora.ts'

const parser = openParser({ workers: 2, timeoutMs: 20_000 })
afterAll(() => parser.stop())

async function mailsIn(folder: string, isWanted: (file: string, n: number) => boolean) {
  const files = readdirSync(folder).filter(file => file.endsWith('.eml'))
  return Promise.all(
    files.filter(isWanted).map(async file => {
      const raw = readMail(join(folder, file))
      return { file, view: await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null }) }
    }),
  )
}

/** The badge of each, and what is known after it. */
function badged(mails: { file: string; view: MailView }[]) {
  const at = (view: MailView) => Date.parse(view.date ?? '') || 0
  let known = noKnownSenders
  return mails
    .toSorted((a, b) => at(a.view) - at(b.view))
    .map(({ file, view }) => {
      const sender = assessSender(view, buildContacts([known], ['rowan@ashdale.example']), null)
      known = countSenders(known, [{ from: view.from[0], sender }], Math.floor(at(view) / 86_400_000))
      return { file, ...sender }
    })
}

const countOf = (all: { badge: string }[]) =>
  JSON.stringify(Object.fromEntries([...Map.groupBy(all, one => one.badge)].map(([k, v]) => [k, v.length])))

test('of the modern mails those are warned of that look like another or failed their checks', async context => {
  const folder = corpus('modern/dev')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const all = badged(await mailsIn(folder, () => true))
  console.log(`modern: ${countOf(all)}`)
  const warned = all
    .filter(({ badge }) => badge === 'warning')
    .map(({ file, reasons }) => `${file} ${reasons.map(({ kind }) => kind).join()}`)
  expect(warned.toSorted()).toEqual([
    'auth-01-lookalike.eml mixed_letters',
    'auth-02-reply-to.eml checks_failed,reply_elsewhere',
    'auth-04-forged-results.eml checks_failed',
  ])
})

test('of old mail that people wanted, nearly none is warned of', async context => {
  const folder = corpus('eml/spamassassin')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const all = badged(await mailsIn(folder, (file, n) => /ham/.test(file) && n % 4 === 0))
  console.log(`ham: ${countOf(all)}`)
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter(({ badge }) => badge === 'warning').length).toBeLessThanOrEqual(2)
})
