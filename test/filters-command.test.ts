// Tests `npm run filters`, which plans and applies a file of filters, against the running server.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import * as filters from '../core/api/filters.ts'
import { runCommand } from '../server/filters/command/run.ts'
import { loadWords } from '../server/foundation/words.ts'
import { testDatabase } from './database.ts'
import { type Person, runProduct, signUp } from './running.ts'

const { url: databaseUrl } = await testDatabase()
const product = await runProduct(databaseUrl)

const command = (person: Person, name: string, deed: string, file: string, more: string[] = ['--url', product.url]) =>
  runCommand({
    words: [deed, 'filters.yaml', ...more],
    env: { MAILFERRY_EMAIL: person.email, MAILFERRY_PASSWORD: `a long pass phrase of ${name}` },
    t: loadWords(),
    read: async () => file,
    ask: () => Promise.reject(new Error('Nothing is to be asked.')),
  })
const saved = async (person: Person) => (await person.ask(filters.listFiltersApi, 'GET', '/api/filters')).items

const first = `
mailferry: 1
filters:
  - name: Bank
    condition: from:bank has:attachment
  - name: Noise
    condition: is:newsletter OR from:in:noisy
    actions: [stop]
lists:
  noisy: [ads@example.com]
`

const second = `
mailferry: 1
filters:
  - name: Noise
    condition: is:newsletter OR from:in:noisy
    actions: [stop]
  - name: Bank
    condition: from:bank has:attachment larger:1M
  - name: Boss
    paused: true
    condition: { field: from, operator: is, values: [boss@example.com] }
lists:
  noisy: [ads@example.com, more@example.com]
`

test('a plan shows what would change and changes nothing; applied, there is nothing left to do', async () => {
  const maya = await signUp(product, 'maya')
  const planned = await command(maya, 'maya', 'plan', first)
  expect(planned).toEqual({
    failed: false,
    text: [
      '+ Bank: new, position 1',
      '    + when from:bank',
      '    + when has:attachment',
      '    + then forward',
      '+ Noise: new, position 2',
      '    + when from:in:noisy OR is:newsletter',
      '    + then stop',
      '+ list noisy: 1 entry added, 0 entries removed',
      '2 new, none removed.',
      'Run it with apply to make these changes.',
    ].join('\n'),
  })
  expect(await saved(maya)).toEqual([])
  expect((await command(maya, 'maya', 'apply', first)).text).toMatch(/Done\.$/)
  expect(await command(maya, 'maya', 'plan', first)).toEqual({ failed: false, text: 'No changes: your filters already match the file.' })
  expect(await command(maya, 'maya', 'apply', first)).toEqual({ failed: false, text: 'No changes: your filters already match the file.' })
  expect((await saved(maya)).map(filter => filter.name)).toEqual(['Bank', 'Noise'])
})

test('an edited file changes filters in their place, keeps their history, and removes what it does not name', async () => {
  const noah = await signUp(product, 'noah')
  await command(noah, 'noah', 'apply', first)
  await noah.ask(filters.addFilterApi, 'POST', '/api/filters', {
    name: 'By hand',
    condition: { field: 'subject', operator: 'contains', values: ['x'] },
    actions: [{ kind: 'stop' }],
  })
  const before = await saved(noah)
  const { text } = await command(noah, 'noah', 'apply', second)
  expect(text).toContain('- By hand: removed')
  expect(text).toContain('    + when larger:1M')
  expect(text).toContain('+ Boss: new, position 3\n    + paused\n    + when from:=boss@example.com')
  expect(text).toContain('~ list noisy: 1 entry added, 0 entries removed')
  const after = await saved(noah)
  expect(after.map(({ name, paused }) => [name, paused])).toEqual([
    ['Noise', false],
    ['Bank', false],
    ['Boss', true],
  ])
  expect(
    after
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    before
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  )
  expect((await command(noah, 'noah', 'plan', second)).text).toMatch(/^No change/)
})

test('a mistake is reported with line and column, and nothing changes', async () => {
  const lena = await signUp(product, 'lena')
  await command(lena, 'lena', 'apply', first)
  const broken = second.replace('from:bank', 'form:bank').replace('[stop]', '[halt]')
  expect(await command(lena, 'lena', 'apply', broken)).toEqual({
    failed: true,
    text: [
      'filters.yaml:6:15 We don’t recognize this action, or part of it is wrong.',
      'filters.yaml:8:16 There’s no “form:”. Did you mean “from:”?',
      'Nothing was changed.',
    ].join('\n'),
  })
  expect((await command(lena, 'lena', 'plan', first)).text).toMatch(/^No change/)
})

test('what the server refuses is all undone: the filters, and the lists that went before them', async () => {
  const omar = await signUp(product, 'omar')
  await command(omar, 'omar', 'apply', first)
  const strange = second
    .replace('actions: [stop]', 'actions: [{ kind: forward, destinationIds: ["018f3a5e-0000-7000-8000-000000000001"] }]')
    .replace('lists:', 'lists:\n  fresh: [a]')
  const refused = await command(omar, 'omar', 'apply', strange)
  expect(refused).toMatchObject({ failed: true, text: expect.stringMatching(/^The server refused: /) })
  expect((await command(omar, 'omar', 'plan', first)).text).toMatch(/^No change/)
  const { items } = await omar.ask(filters.listListsApi, 'GET', '/api/filters/lists')
  expect(items.map(({ name, entries }) => [name, entries])).toEqual([['noisy', ['ads@example.com']]])
})

test('who signs in: a wrong password, a token, and a server that is not there', async () => {
  const ines = await signUp(product, 'ines')
  expect(await command(ines, 'nobody', 'plan', first)).toMatchObject({
    failed: true,
    text: expect.stringContaining('The server refused: '),
  })
  expect(await command(ines, 'nobody', 'plan', first, ['--url', product.url, '--key', ines.token])).toMatchObject({ failed: false })
  expect(await command(ines, 'ines', 'plan', first, ['--url', 'http://127.0.0.1:9'])).toMatchObject({
    failed: true,
    text: expect.stringContaining('Nothing is responding at'),
  })
  expect(await command(ines, 'ines', 'show', first)).toMatchObject({ failed: true, text: expect.stringContaining('npm run filters') })
})

test('a person with a second factor is asked for its code', async () => {
  const zoe = await signUp(product, 'zoe')
  const client = createClient(product.url, 'sb_publishable_sandbox', { auth: { persistSession: false, autoRefreshToken: false } })
  await client.auth.signInWithPassword({ email: zoe.email, password: 'a long pass phrase of zoe' })
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (error) throw error
  const codeAt = (timestamp: number) => new TOTP({ secret: data.totp.secret }).generate({ timestamp })
  expect((await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeAt(Date.now()) })).error).toBeNull()
  const asked: string[] = []
  const { text } = await runCommand({
    words: ['plan', 'filters.yaml', '--url', product.url],
    env: {},
    t: loadWords(),
    read: async () => first,
    ask: async (question, isSecret) => {
      asked.push(`${question}${isSecret ? '*' : ''}`)
      return [zoe.email, 'a long pass phrase of zoe', codeAt(Date.now() + 30_000)][asked.length - 1] ?? ''
    },
  })
  expect(asked).toEqual(['Email: ', 'Password: *', 'Code from your authenticator app: '])
  expect(text).toContain('+ Bank: new, position 1')
})

test('the program itself prints the plan, and the mistakes with a failing status', async () => {
  const kim = await signUp(product, 'kim')
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-filters-'))
  const run = (text: string) => {
    writeFileSync(join(folder, 'mine.yaml'), text)
    const env = { ...process.env, INIT_CWD: folder, MAILFERRY_EMAIL: kim.email, MAILFERRY_PASSWORD: 'a long pass phrase of kim' }
    const child = spawn(process.execPath, ['server/filters/filters-command.ts', 'plan', 'mine.yaml', '--url', product.url], { env })
    return new Promise<{ status: number | null; out: string; told: string }>(done => {
      let [out, told] = ['', '']
      child.stdout.on('data', chunk => (out += chunk))
      child.stderr.on('data', chunk => (told += chunk))
      child.on('close', status => done({ status, out, told }))
    })
  }
  expect(await run(first)).toMatchObject({ status: 0, out: expect.stringContaining('+ Bank: new, position 1') })
  expect(await run('mailferry: 2')).toMatchObject({ status: 1, told: expect.stringContaining('mine.yaml:1:12 This file is version 2') })
  rmSync(folder, { recursive: true, force: true })
})
