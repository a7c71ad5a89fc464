// Looks for secrets in the logs, the database, backups, pages, metrics and the support bundle, after they went through every path.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLog } from '../server/foundation/log.ts'
import { testDatabase } from './database.ts'
import { runProduct } from './running.ts'
import { type Canaries, findCanaries } from './scan/canaries.ts'
import { readPlaces, walk } from './scan/walk.ts'
import { signUpStaff } from './staff.ts'

const { db, url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'mailferry-scan-'))
afterAll(() => rmSync(folder, { recursive: true }))
const logs: string[] = []
const log = openLog('debug', { write: line => void logs.push(line) })
const secrets = {
  METRICS_TOKEN: 'canary-of-the-figures-4711',
  MICROSOFT_CLIENT_SECRET: 'canary-of-microsoft-4712',
  AUTH_GOOGLE_CLIENT_SECRET: 'canary-of-the-provider-4713',
  GOOGLE_CLIENT_SECRET: 'canary-of-google-4714',
}
const keyFile = join(folder, 'master.key')
const product = await runProduct(
  url,
  {
    ...secrets,
    GOOGLE_CLIENT_ID: 'google',
    AUTH_GOOGLE_CLIENT_ID: 'google',
    MICROSOFT_CLIENT_ID: 'microsoft',
    MASTER_KEY_FILE: keyFile,
    REQUESTS_A_MINUTE: '100000',
    AUTH_LIMITS: 'emailToAddress=100/1',
  },
  log,
)

test('no secret stands where others could read it', async () => {
  const canaries: Canaries = new Map(Object.entries(secrets))
  canaries.set('the master key', readFileSync(keyFile, 'utf8').trim())
  await walk(product, canaries)
  const admin = await signUpStaff(product, db, 'admin', 'admin')
  const places = await readPlaces(product, {
    databaseUrl: url,
    masterKeyFile: keyFile,
    folder,
    admin,
    logs,
    metricsToken: secrets.METRICS_TOKEN,
  })
  const found = findCanaries(canaries, places)
  process.stderr.write(`scan canaries=${canaries.size} places=${places.length} found=${found.length}\n`)
  expect(found).toEqual([])
  // What was looked at held something.
  for (const name of ['the logs', 'the database', 'the metrics', 'the support bundle'])
    expect(places.find(place => place.name === name)?.text.length, name).toBeGreaterThan(300)
  expect(places.find(({ name }) => name === 'the database')?.text).toContain('anna@example.com')
})

test('planted: a secret is found as it is, in hex, in a URL, and in base64 wherever it begins', () => {
  const canary = 'a secret of ü, 4711'
  const canaries: Canaries = new Map([['a secret', canary]])
  const foundIn = (text: string) => findCanaries(canaries, [{ name: 'a log', text }])
  expect(foundIn(`password=${canary}.`)).toEqual(['a secret in a log, as it is'])
  expect(foundIn(`\\x00${Buffer.from(`${canary}!`).toString('hex')}`)).toEqual(['a secret in a log, in hex'])
  expect(foundIn(`/?q=${encodeURIComponent(canary)}`)).toEqual(['a secret in a log, in a URL'])
  for (const before of ['', 'x', 'xy', 'xyz'])
    expect(foundIn(Buffer.from(`${before}${canary} and more`).toString('base64'))).toEqual(['a secret in a log, in base64'])
  expect(foundIn('nothing')).toEqual([])
})
