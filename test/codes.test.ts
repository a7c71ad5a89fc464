// Checks that every one-time code in the test emails is found, and that no other email is taken for one.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { hasOneTimeCode } from '../core/message/code.ts'
import { openParser } from '../server/mail/parsing/parse.ts'
import { corpus, readMail } from './corpora.ts'

const parser = openParser({ workers: 1, timeoutMs: 20_000 })
afterAll(() => parser.stop())
async function brings(path: string): Promise<boolean> {
  const raw = readMail(path)
  return hasOneTimeCode(await parser.parse({ kind: 'imap', raw, sizeBytes: raw.length, reduced: null }))
}

const Expected = z.array(z.object({ file: z.string(), card: z.nullish(z.looseObject({ type: z.string() })) }))

test('of modern mails exactly those that bring a code are found', async context => {
  const folder = corpus('modern/dev')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const mails = Expected.parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')))
  const found: string[] = []
  for (const { file } of mails) if (await brings(join(folder, file))) found.push(file)
  const wanted = mails.filter(({ card }) => card?.type === 'code').map(({ file }) => file)
  console.info(`${found.length} of ${mails.length} mails bring a code; ${wanted.length} are said to`)
  expect(found).toEqual(wanted)
})

test('of old mails and spam none is taken for a code', async context => {
  const folder = corpus('eml/spamassassin')
  if (!folder) return context.skip('the test mails (../shared/corpora) are not here')
  const files = readdirSync(folder).filter(name => name.endsWith('.eml'))
  const found: string[] = []
  for (const name of files) if (await brings(join(folder, name))) found.push(name)
  console.info(`${found.length} of ${files.length} old mails are taken for a code`)
  expect(found).toEqual([])
})
