// Compares how filters see the modern test emails with what a human reader would say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { findAutomatedHeader, findNewsletterHeader, isReply } from '../core/message/facts.ts'
import { extractOwnText } from '../core/message/own-text.ts'
import type { MailView } from '../core/message/view.ts'
import { detectLanguages } from '../core/text/language.ts'
import { openParser } from '../server/mail/parsing/parse.ts'
import { corpus, readMail } from './corpora.ts'

const Mail = z.object({
  file: z.string(),
  kind: z.string(),
  language: z.string(),
  text_must_contain: z.array(z.string()),
  text_must_not_contain: z.array(z.string()),
  attachments: z.array(z.object({ name: z.nullable(z.string()), type: z.string() })),
  card: z.nullable(z.object({ method: z.optional(z.string()) })),
  automated: z.boolean(),
  newsletter: z.boolean(),
  is_reply: z.boolean(),
  auth: z.nullable(z.object({ spf: z.string(), dkim: z.string(), dmarc: z.string() })),
})
type Mail = z.infer<typeof Mail>

const parser = openParser({ workers: 1, timeoutMs: 20_000 })
afterAll(() => parser.stop())

/** Each claim about a mail, and whether the view agrees. */
function claimsOn(mail: Mail, view: MailView): [string, boolean][] {
  const text = flat(extractOwnText(view))
  const languages = detectLanguages(`${view.subject}\n${text}`)
  const has = (fragment: string) => text.includes(flat(fragment))
  return [
    ['automated', (findAutomatedHeader(view) !== null) === mail.automated],
    ['newsletter', (findNewsletterHeader(view) !== null) === mail.newsletter],
    ['language', languages.length === 0 || languages[0] === mail.language],
    ['reply', isReply(view) === mail.is_reply],
    ['auth', JSON.stringify(view.auth) === JSON.stringify(mail.auth && judged(mail.auth))],
    ['calendar', view.calendar === (mail.card?.method?.toLowerCase() ?? null)],
    [
      'files',
      JSON.stringify(view.attachments.map(a => [a.name, a.type])) === JSON.stringify(mail.attachments.map(a => [a.name ?? '', a.type])),
    ],
    ...mail.text_must_contain.map((fragment): [string, boolean] => [`text: ${fragment}`, has(fragment)]),
    ...mail.text_must_not_contain.filter(isWritten).map((fragment): [string, boolean] => [`not the text: ${fragment}`, !has(fragment)]),
  ]
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()
const judged = (auth: Record<'spf' | 'dkim' | 'dmarc', string>) => ({
  spf: verdict(auth.spf),
  dkim: verdict(auth.dkim),
  dmarc: verdict(auth.dmarc),
})
const verdict = (word: string) => (word === 'pass' ? 'pass' : /^(soft|hard)?fail$/.test(word) ? 'fail' : 'none')
/** Addresses of trackers are for those who show links. */
const isWritten = (fragment: string): boolean => !/^https?:|^utm_|\/ls\/click/.test(fragment)

test('what filters read of modern mails is what their readers see', async context => {
  const folder = corpus('modern/dev')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const counts = new Map<string, [number, number]>()
  const wrong: string[] = []
  let named = 0
  for (const mail of z.array(Mail).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))) {
    const raw = readMail(join(folder, mail.file))
    const view = await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null })
    named += detectLanguages(`${view.subject}\n${extractOwnText(view)}`).length
    for (const [claim, holds] of claimsOn(mail, view)) {
      const about = claim.split(':')[0] ?? ''
      const [right, all] = counts.get(about) ?? [0, 0]
      counts.set(about, [right + (holds ? 1 : 0), all + 1])
      if (!holds && about !== 'language') wrong.push(`${mail.file} ${claim}`)
    }
  }
  console.info([...counts].map(([about, [right, all]]) => `${about} ${right} of ${all}`).join(', '), `(${named} named)`)
  expect(wrong).toEqual([])
  expect(counts.get('language')?.[0]).toBeGreaterThanOrEqual(82)
  expect(named).toBeGreaterThanOrEqual(70)
})
