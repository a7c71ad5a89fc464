// Looks for secrets in the logs, the database, backups, pages, the browser's storage, metrics and the support bundle, after they went through every path.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../server/foundation/log.ts'
import { testDatabase } from './database.ts'
import { runProduct } from './running.ts'
import { openWalker } from './scan/browser.ts'
import { type Canaries, findCanaries } from './scan/canaries.ts'
import { keptWhileSignedIn, readPlaces, walk } from './scan/walk.ts'
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

test('no secret stands where others could read it', { timeout: 600_000 }, async () => {
  const canaries: Canaries = new Map(Object.entries(secrets))
  canaries.set('the master key', readFileSync(keyFile, 'utf8').trim())
  const walked = await walk(product, canaries)
  const admin = await signUpStaff(product, db, 'admin', 'admin')
  const places = await readPlaces(product, {
    databaseUrl: url,
    masterKeyFile: keyFile,
    folder,
    admin,
    logs,
    metricsToken: secrets.METRICS_TOKEN,
  })
  const walker = await openWalker(product.url, walked.session)
  onTestFinished(() => walker.close())
  const whileSignedIn = await walker.visit(walked.paths)
  await fetch(`${product.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_sandbox', authorization: `Bearer ${walked.accessToken}` },
  })
  places.push(...(await walker.visit(['/dashboard', '/'])))
  const notKept = new Map([...canaries].filter(([name]) => !keptWhileSignedIn.includes(name)))
  const found = [...findCanaries(canaries, places), ...findCanaries(notKept, whileSignedIn)]
  places.push(...whileSignedIn)
  process.stderr.write(`scan canaries=${canaries.size} places=${places.length} found=${found.length}\n`)
  expect(found).toEqual([])
  // What was looked at held something.
  for (const name of ['the logs', 'the database', 'the metrics', 'the support bundle'])
    expect(places.find(place => place.name === name)?.text.length, name).toBeGreaterThan(300)
  expect(places.find(({ name }) => name === 'the database')?.text).toContain('anna@example.com')
  expect(whileSignedIn.find(({ name }) => name.startsWith('localStorage'))?.text).toContain(canaries.get('the access token of the browser'))
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

test('planted: a secret in each kind of storage of a browser is found', { timeout: 300_000 }, async () => {
  const canary = 'a-secret-of-the-pages-4711'
  const walker = await openWalker(product.url, canary)
  onTestFinished(() => walker.close())
  const plant = `
    sessionStorage.setItem('a', '${canary}'); document.cookie = 'a=${canary}'; history.replaceState({ a: '${canary}' }, '')
    await (await caches.open('a')).put('/a', new Response('${canary}', { headers: { 'content-type': 'text/plain' } }))
    const db = await new Promise(done => Object.assign(indexedDB.open('a'), { onupgradeneeded: e => e.target.result.createObjectStore('s'), onsuccess: e => done(e.target.result) }))
    await new Promise(done => (db.transaction('s', 'readwrite').objectStore('s').put('${canary}', 1).onsuccess = done))
    db.close()`
  const places = await walker.visit(['/healthz'], `(async () => {${plant}})()`)
  const found = findCanaries(new Map([['it', canary]]), places).map(line => line.replace(/^it in | of the browser.*/g, ''))
  expect(found.toSorted()).toEqual([
    'IndexedDB',
    'caches',
    'cookies that scripts can read',
    'localStorage',
    'sessionStorage',
    'the cookies of a page',
    'the history',
  ])
})
