// Tests that emails use the texts that staff changed, in each language, and the default where a stored text is broken.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type EmailKind, type EmailTexts, emailKinds } from '../../core/notifications/email-kinds.ts'
import { languages } from '../../core/words/languages.ts'
import { testDatabase } from '../../test/database.ts'
import { renderAuthEmail } from '../auth/email/content.ts'
import { listCurrentTexts, listTextVersions, saveTextVersion } from './db/email-texts.ts'
import { defaultTexts, emailWords, findTextProblems } from './email-texts.ts'
import { loadWords } from './words.ts'

const { db } = await testDatabase()
const staff = randomUUID()
const now = new Date('2026-11-22T12:00:00Z')
const reported: unknown[] = []
const log = { error: (what: unknown) => void reported.push(what) }

const save = (kind: EmailKind, language: (typeof languages)[number], version: number, texts: EmailTexts) =>
  db
    .transaction()
    .execute(tx =>
      saveTextVersion(tx, { kind, language, version, texts, defaults: defaultTexts(kind, language), createdBy: staff, createdAt: now }),
    )
const render = async (language: string) =>
  renderAuthEmail(
    'recovery',
    { link: 'https://a.example/verify', code: '123456', minutes: 60 },
    await emailWords(db, log, loadWords(language)),
  )

beforeEach(async () => {
  await db.deleteFrom('email_texts').execute()
  reported.length = 0
})

test('the catalogs’ own texts pass every check', () => {
  for (const kind of Object.keys(emailKinds) as EmailKind[])
    for (const language of languages)
      expect([kind, language, findTextProblems(kind, defaultTexts(kind, language))]).toEqual([kind, language, []])
})

test.each([
  ['en', 'Pick a new password', 'Elige otra clave'],
  ['es', 'Elige otra clave', 'Pick a new password'],
  ['ar', 'اختر كلمة مرور', 'Pick a new password'],
] as const)('an email in %s uses the text that was changed in that language', async (language, changed, other) => {
  await save('recovery', 'en', 1, { subject: 'Pick a new password' })
  await save('recovery', 'es', 1, { subject: 'Elige otra clave' })
  await save('recovery', 'ar', 1, { subject: 'اختر كلمة مرور' })
  const email = await render(language)
  expect(email.subject).toBe(changed)
  expect(email.html).toContain(`<title>${changed}</title>`)
  expect(email.html).not.toContain(other)
  // Parts that were not changed keep the catalog's text.
  expect(email.text).toContain(loadWords(language).of('auth')('recovery.otherwise'))
  expect(loadWords(language).of('auth')('recovery.subject')).not.toBe(changed)
})

test('the newest version is used, an empty one is the default, and a version is saved once', async () => {
  const original = (await render('en')).subject
  await save('recovery', 'en', 1, { subject: 'First' })
  await save('recovery', 'en', 2, { subject: 'Second' })
  expect(await save('recovery', 'en', 2, { subject: 'Another' })).toBe(false)
  expect((await render('en')).subject).toBe('Second')
  await save('recovery', 'en', 3, {})
  expect((await render('en')).subject).toBe(original)
  expect((await listTextVersions(db, 'recovery', 'en', 10)).map(({ version, texts }) => [version, texts.subject])).toEqual([
    [3, undefined],
    [2, 'Second'],
    [1, 'First'],
  ])
  expect((await listCurrentTexts(db)).map(({ version }) => version)).toEqual([3])
})

test('a changed text of every email fills the lines that they share', async () => {
  await save('shared', 'en', 1, { life: 'Gone in {minutes, plural, one {a minute} other {# minutes}}.', foot: 'Ferry Ltd.' })
  expect((await render('en')).text).toMatch(/Gone in 60 minutes\.[\s\S]*-- \nFerry Ltd\.\n$/)
})

test('a stored text that is broken is reported, and the default is sent in its place', async () => {
  const { subject } = await render('en')
  await save('recovery', 'en', 1, { subject: 'Hello {nobody', text: 'Still fine.' })
  const email = await render('en')
  expect([email.subject, email.text.split('\n')[0]]).toEqual([subject, 'Still fine.'])
  expect(reported).toEqual([{ email: 'recovery', language: 'en', problem: expect.objectContaining({ part: 'subject', kind: 'syntax' }) }])
})

test('markup in a stored text stays text', async () => {
  await save('recovery', 'en', 1, { text: '5 < 6 & "7"' })
  const { html, text } = await render('en')
  expect(html).toContain('5 &#60; 6 &#38; &#34;7&#34;')
  expect(text).toContain('5 < 6 & "7"')
})
