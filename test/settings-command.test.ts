// Tests `npm run settings`, which keeps a user's settings in a file, with an API key against the running server.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import * as delivery from '../core/api/delivery.ts'
import { listExportsApi, startExportApi } from '../core/api/exports.ts'
import * as filters from '../core/api/filters.ts'
import * as mail from '../core/api/mail.ts'
import * as rotas from '../core/api/rotas.ts'
import * as settings from '../core/api/settings.ts'
import { startImap } from '../sandbox/imap/server.ts'
import { loadWords } from '../server/foundation/words.ts'
import { runSettingsCommand } from '../server/use-cases/settings-file/run.ts'
import { testDatabase } from './database.ts'
import { readZip } from './read-zip.ts'
import { linkPhone, makeKey, type Person, patience, runProduct, signUp } from './running.ts'

const { url: databaseUrl } = await testDatabase()
const product = await runProduct(databaseUrl, { KEY_REQUESTS_A_MINUTE: '10000' })
const imap = await startImap()
afterAll(() => imap.stop())

const keyOf = async (person: Person, scope: 'read' | 'write' = 'write') => (await makeKey(product, person, scope)).secret
const command = (key: string, words: string[], file = '', env: Record<string, string> = {}) =>
  runSettingsCommand({
    words,
    env: { MAILFERRY_URL: product.url, MAILFERRY_KEY: key, ...env },
    t: loadWords(),
    read: async () => file,
    ask: () => Promise.reject(new Error('Nothing is to be asked.')),
  })
const plan = async (key: string, file: string, ...more: string[]) => (await command(key, ['plan', 'mine.yaml', ...more], file)).text
const apply = (key: string, file: string, more: string[] = [], env: Record<string, string> = {}) =>
  command(key, ['apply', 'mine.yaml', ...more], file, env)

const whole = (user: string) => `
mailferry: 1
preferences:
  timeZone: Europe/Berlin
  quiet: { from: "22:00", to: "07:00", then: urgent_only }
  notices: { usage: false }
mailboxes:
  - address: ${user}@example.org
    host: localhost
    port: ${imap.port}
    security: none
    username: ${user}
    password: { env: IMAP_PASSWORD }
    backlog: digest
  - kind: address
phones:
  - name: Day
    rights: read
    fallback: email
rotas:
  - name: On call
    shifts:
      - { phone: Day, from: "08:00", to: "20:00", days: [mon, tue] }
filters:
  - name: Bank
    condition: from:bank
    actions: [{ kind: forward, phones: [Day], show: summary }]
  - name: Alarms
    condition: subject:alarm from:in:servers
    actions: [{ kind: forward, rota: On call }, urgent]
lists:
  servers: [root@example.org]
`

test('a plan changes nothing, apply makes exactly the plan, and a second apply has nothing to do', async () => {
  const maya = await signUp(product, 'maya')
  const phone = await linkPhone(product, maya, '15550106001', 'Day')
  const key = await keyOf(maya)
  const planned = await plan(key, whole('maya'))
  expect(planned).toContain('+ email account maya@example.org (new)')
  expect(planned).toContain('    + then forward show=summary phones=["Day"]')
  expect(planned).toContain('    + fallback: "email"')
  expect((await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items).toEqual([])

  expect(await apply(key, whole('maya'))).toEqual({
    failed: true,
    text: expect.stringContaining('These environment variables are empty: IMAP_PASSWORD'),
  })
  expect((await maya.ask(settings.getSettingsApi, 'GET', '/api/settings')).timeZone).not.toBe('Europe/Berlin')
  const applied = await apply(key, whole('maya'), [], { IMAP_PASSWORD: 'secret' })
  expect(applied).toEqual({ failed: false, text: planned.replace(/Run it with apply.*$/, 'Done.') })

  expect(await maya.ask(settings.getSettingsApi, 'GET', '/api/settings')).toMatchObject({
    timeZone: 'Europe/Berlin',
    quiet: { from: '22:00', to: '07:00', then: 'urgent_only' },
    notices: { usage: false, mailbox_down: true },
  })
  const { items } = await maya.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')
  expect(items.map(({ kind, backlog }) => [kind, backlog])).toEqual(expect.arrayContaining([['imap', 'digest']]))
  expect(items).toHaveLength(2)
  const [rota] = (await maya.ask(rotas.listRotasApi, 'GET', '/api/rotas')).items
  expect(rota).toMatchObject({ name: 'On call', shifts: [{ destinationId: phone.id }] })
  const saved = (await maya.ask(filters.listFiltersApi, 'GET', '/api/filters')).items
  expect(saved.map(({ name, actions }) => [name, actions[0]])).toEqual([
    ['Bank', { kind: 'forward', destinationIds: [phone.id], show: 'summary' }],
    ['Alarms', { kind: 'forward', destinationIds: [], rotaId: rota?.id }],
  ])
  expect(await plan(key, whole('maya'))).toBe('No changes: everything already matches the file.')
  expect(await apply(key, whole('maya'))).toEqual({ failed: false, text: 'No changes: everything already matches the file.' })
})

test('an export is a file that changes nothing here, holds no password, and furnishes another account', async () => {
  const noah = await signUp(product, 'noah')
  await linkPhone(product, noah, '15550106002', 'Day')
  const key = await keyOf(noah)
  await apply(key, whole('noah'), [], { IMAP_PASSWORD: 'secret' })
  const exported = await command(key, ['export'])
  expect(exported).toMatchObject({ failed: false, notes: expect.stringContaining('Passwords aren’t in this file') })
  expect(exported.text).toContain('env: PASSWORD_NOAH_EXAMPLE_ORG')
  expect(exported.text).not.toMatch(/: secret\b/)
  expect(await plan(key, exported.text)).toBe('No changes: everything already matches the file.')
  expect(await plan(key, exported.text, '--delete')).toBe('No changes: everything already matches the file.')

  const olga = await signUp(product, 'olga')
  await linkPhone(product, olga, '15550106003', 'Day')
  const other = await keyOf(olga)
  const moved = exported.text.replaceAll('noah@example.org', 'olga@example.org')
  // A key cannot let a phone do more than read; this one has all rights, as the first of its user.
  const applied = await apply(other, moved, [], { PASSWORD_NOAH_EXAMPLE_ORG: 'secret' })
  expect(applied.failed).toBe(false)
  expect(await plan(other, moved)).toBe('No changes: everything already matches the file.')
})

test('the copy of a person’s data is read back in: nothing to do here, and all of it elsewhere', async () => {
  const iris = await signUp(product, 'iris')
  await linkPhone(product, iris, '15550106007', 'Day')
  const key = await keyOf(iris)
  await apply(key, whole('iris'), [], { IMAP_PASSWORD: 'secret' })
  const { id } = await iris.ask(startExportApi, 'POST', '/api/exports')
  await vi.waitFor(async () => {
    const { items } = await iris.ask(listExportsApi, 'GET', '/api/exports')
    if (items.find(one => one.id === id)?.state !== 'ready') throw new Error('The copy is not ready.')
  }, patience)
  const answer = await fetch(`${product.url}/api/exports/${id}/file`, { headers: { authorization: `Bearer ${iris.token}` } })
  const copy =
    readZip(Buffer.from(await answer.arrayBuffer()))
      .get('setup/settings.yaml')
      ?.toString() ?? ''
  expect(await plan(key, copy, '--delete')).toBe('No changes: everything already matches the file.')

  const lars = await signUp(product, 'lars')
  await linkPhone(product, lars, '15550106008', 'Day')
  const other = await keyOf(lars)
  expect((await apply(other, copy, [], { PASSWORD_IRIS_EXAMPLE_ORG: 'secret' })).text).toMatch(/Done\.$/)
  expect(await plan(other, copy, '--delete')).toBe('No changes: everything already matches the file.')
  const names = async (person: Person) => (await person.ask(filters.listFiltersApi, 'GET', '/api/filters')).items.map(({ name }) => name)
  expect(await names(lars)).toEqual(await names(iris))
})

test('what the file does not hold is removed only with --delete, and a shorter retention counts as that', async () => {
  const lena = await signUp(product, 'lena')
  const key = await keyOf(lena)
  await lena.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await lena.ask(filters.saveListApi, 'PUT', '/api/filters/lists/old', { entries: ['a'] })
  await lena.ask(filters.addFilterApi, 'POST', '/api/filters', {
    ...{ name: 'By hand', condition: { field: 'subject', operator: 'contains', values: ['x'] }, actions: [{ kind: 'stop' }] },
  })
  const file = 'mailferry: 1\npreferences: { retentionDays: 7 }\nmailboxes: []\nfilters: []\nlists: {}\nrotas: []\n'
  const kept = await apply(key, file)
  expect(kept.text).toMatch(/^No changes/)
  for (const left of ['The email account ', 'The filter By hand', 'The list old', 'Emails are still kept for 30 days'])
    expect(kept.text).toContain(`! ${left}`)
  expect((await lena.ask(filters.listFiltersApi, 'GET', '/api/filters')).items).toHaveLength(1)
  const planned = await plan(key, file, '--delete')
  expect(planned).toContain('- filter By hand (removed)')
  expect((await apply(key, file, ['--delete'])).text).toMatch(/Done\.$/)
  expect((await lena.ask(filters.listFiltersApi, 'GET', '/api/filters')).items).toEqual([])
  expect((await lena.ask(filters.listListsApi, 'GET', '/api/filters/lists')).items).toEqual([])
  expect((await lena.ask(mail.listMailboxesApi, 'GET', '/api/mailboxes')).items).toEqual([])
  expect((await lena.ask(settings.getSettingsApi, 'GET', '/api/settings')).retentionDays).toBe(7)
})

test('a phone that is not linked is left to a person, and what names it waits unchanged', async () => {
  const omar = await signUp(product, 'omar')
  const key = await keyOf(omar)
  const file = whole('omar').replace(/mailboxes:[^]*?phones:/, 'phones:')
  const first = await apply(key, file)
  expect(first.failed).toBe(false)
  expect(first.text).toContain('! No phone is called Day. Link it in the app under Phones, with exactly this name')
  expect(first.text).toContain('! The rota On call waits until the phone Day is linked.')
  expect(first.text).toContain('! The filter Bank waits until Day is there')
  expect(first.text).toContain('! The filter Alarms waits until On call is there')
  expect((await omar.ask(filters.listFiltersApi, 'GET', '/api/filters')).items).toEqual([])
  await linkPhone(product, omar, '15550106004', 'Day')
  expect((await apply(key, file)).text).toMatch(/Done\.$/)
  expect(await plan(key, file)).toMatch(/^No changes[^\n]*$/)
})

test('a key changes neither what a phone may do, nor who can open links, nor passwords; its owner does', async () => {
  const ines = await signUp(product, 'ines')
  const phone = await linkPhone(product, ines, '15550106005', 'Day')
  await ines.ask(delivery.changeDestinationApi, 'PATCH', `/api/destinations/${phone.id}`, { rights: 'read' })
  await ines.ask(settings.changeSettingsApi, 'PATCH', '/api/settings', { linksAskSignIn: true })
  const key = await keyOf(ines)
  const file =
    'mailferry: 1\npreferences: { linksAskSignIn: false, notices: { new_device: false } }\nphones: [{ name: Day, rights: reply }]\n'
  const refused = await apply(key, file)
  expect(refused.text.split('\n')).toEqual([
    'No changes to make. What’s left:',
    '! An API key can’t change linksAskSignIn. Sign in and do it yourself.',
    '! An API key can’t change notices.new_device. Sign in and do it yourself.',
    '! An API key can’t let Day do more. Choose “reply” for it in the app, under Phones.',
  ])
  const program = { authorization: `Bearer ${key}` }
  const box = await ines.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  for (const [method, path, body] of [
    ['PATCH', `/api/destinations/${phone.id}`, { rights: 'act' }],
    ['PATCH', '/api/settings', { linksAskSignIn: false }],
    ['PATCH', '/api/settings', { notices: { new_device: false } }],
    ['PATCH', `/api/mailboxes/${box.id}`, { password: 'x' }],
    ['PATCH', `/api/mailboxes/${box.id}`, { fingerprint: null }],
    ['DELETE', `/api/mailboxes/${box.id}?erase=yes`, undefined],
  ] as const)
    expect([path, body, await ines.try(method, path, body, program)]).toEqual([
      path,
      body,
      expect.objectContaining({ status: 403, body: expect.objectContaining({ code: 'person_only' }) }),
    ])
  const signedIn = { MAILFERRY_KEY: '', MAILFERRY_EMAIL: ines.email, MAILFERRY_PASSWORD: 'a long pass phrase of ines' }
  expect((await apply('', file, [], signedIn)).text).toMatch(/Done\.$/)
  expect((await ines.ask(delivery.listDestinationsApi, 'GET', '/api/destinations')).items[0]).toMatchObject({ rights: 'reply' })
})

test('mistakes are reported with their places, several at once, and change nothing', async () => {
  const zoe = await signUp(product, 'zoe')
  const key = await keyOf(zoe)
  const file = `mailferry: 1
preferences:
  timeZone: Nowhere
  colour: red
mailboxes:
  - address: zoe@example.org
    host: localhost
    port: 143
    security: ssl
    password: secret
phones: [{ name: A }, { name: A }]
filters:
  - name: Bank
    condition: from:bank
    actions: [{ kind: forward, phones: [Nobody] }]
`
  expect(await apply(key, file)).toEqual({
    failed: true,
    text: [
      'mine.yaml:3:13 The value of “timeZone” isn’t valid.',
      'mine.yaml:4:11 We don’t recognize “colour” here. Check the spelling, or remove it.',
      'mine.yaml:6:5 “username” is missing here.',
      'mine.yaml:9:15 “security” must be one of: tls, starttls, none.',
      'mine.yaml:10:15 The value of “password” isn’t valid.',
      'mine.yaml:11:31 Two entries are called “A”. Use unique names.',
      'mine.yaml:15:41 There’s no phone or rota called “Nobody”. Check the spelling, or add it to the file.',
      'Nothing was changed.',
    ].join('\n'),
  })
  expect(await plan(key, 'filters: []')).toContain('This isn’t a settings file')
  const reader = await keyOf(await signUp(product, 'zora'), 'read')
  expect(await plan(reader, 'mailferry: 1\npreferences: { language: es }\n')).toContain('~ settings')
  expect(await apply(reader, 'mailferry: 1\npreferences: { language: es }\n')).toMatchObject({
    failed: true,
    text: expect.stringContaining('may only read'),
  })
})

test('a call that is refused halfway says how far it got, and the next run goes on from there', async () => {
  const kim = await signUp(product, 'kim')
  const key = await keyOf(kim)
  const file = whole('kim').replace(/phones:[^]*?lists:/, 'lists:')
  const stopped = await apply(key, file, [], { IMAP_PASSWORD: 'wrong' })
  expect(stopped).toMatchObject({
    failed: true,
    text: expect.stringMatching(/didn’t accept the username or password[^]*\n1 of \d changes were made/),
  })
  expect((await apply(key, file, [], { IMAP_PASSWORD: 'secret' })).text).toMatch(/Done\.$/)
  expect(await plan(key, file)).toMatch(/^No changes/)
})

test('the program itself prints an export alone, so that it can be kept as a file', async () => {
  const ana = await signUp(product, 'ana')
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { ...process.env, INIT_CWD: folder, MAILFERRY_URL: product.url, MAILFERRY_KEY: await keyOf(ana) }
  const run = (...words: string[]) => {
    const child = spawn(process.execPath, ['server/use-cases/settings-file/settings-command.ts', ...words], { env })
    return new Promise<{ status: number | null; out: string; told: string }>(done => {
      let [out, told] = ['', '']
      child.stdout.on('data', chunk => (out += chunk))
      child.stderr.on('data', chunk => (told += chunk))
      child.on('close', status => done({ status, out, told }))
    })
  }
  const { status, out } = await run('export')
  expect([status, out.split('\n')[0]]).toEqual([0, 'mailferry: 1'])
  writeFileSync(join(folder, 'mine.yaml'), out)
  expect(await run('plan', 'mine.yaml')).toMatchObject({ status: 0, out: 'No changes: everything already matches the file.\n' })
  expect(await run('plan')).toMatchObject({ status: 1, told: expect.stringContaining('npm run settings') })
})
