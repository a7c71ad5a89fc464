// Runs the setup guide against the stand-in: it names everything missing or wrong, and what to do about it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectTo } from '../sandbox/sandbox.fixture.ts'
import { startWhatsApp } from '../sandbox/whatsapp/start.ts'
import { pauseNumber } from '../server/delivery/number/queue.ts'
import { requiredSettings } from '../server/foundation/config/required.ts'
import { inspectConfig } from '../server/foundation/config.ts'
import { openUserKeys } from '../server/foundation/db/keys.ts'
import { openLog } from '../server/foundation/log.ts'
import { type Dns, openOutside } from '../server/foundation/outside.ts'
import { newId, newKey, openMasterKey } from '../server/foundation/seal.ts'
import { loadWords } from '../server/foundation/words.ts'
import { runTemplatesCommand } from '../server/use-cases/admin/orders.ts'
import { type DoctorCommand, runDoctor } from '../server/use-cases/doctor/command.ts'
import { openGraph } from '../server/whatsapp/client.ts'
import { type Server, startServer } from '../server/wiring/start.ts'
import { testDatabase } from './database.ts'
import { freePort } from './free-port.ts'

const { db, url: databaseUrl } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'mailferry-doctor-'))
const port = await freePort()
const here = `http://127.0.0.1:${port}`
const standIn = await startWhatsApp({ port: 0, webhookUrl: `${here}/webhooks/whatsapp`, templateReviewMs: 0, sentDelayMs: 0 })
const meta = connectTo(standIn.url)
const phone = '15550102231'
const relay = new SMTPServer({ disabledCommands: ['STARTTLS', 'AUTH'], disableReverseLookup: true })
const relayPort = await freePort()

const env: Record<string, string> = {
  MODE: 'production',
  PORT: String(port),
  HOST: '127.0.0.1',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: '0',
  PUBLIC_URL: 'https://mail.example.com',
  MAIL_DOMAIN: 'in.example.com',
  MAIL_FROM: 'Mailferry <hello@example.com>',
  MAIL_RELAY_URL: `smtp://127.0.0.1:${relayPort}`,
  PUBLISHABLE_KEY: 'sb_publishable_own',
  DATABASE_URL: databaseUrl,
  DATABASE_CONNECTIONS: '5',
  DATA_DIR: folder,
  ASK_DNS: 'false',
  OUTSIDE_ALLOW: new URL(standIn.url).host,
  WHATSAPP_GRAPH_URL: standIn.url,
  WHATSAPP_ACCESS_TOKEN: 'sandbox-token',
  WHATSAPP_APP_SECRET: 'sandbox-secret',
  WHATSAPP_VERIFY_TOKEN: 'sandbox-verify',
  WHATSAPP_NUMBER_ID: '100000000000001',
  WHATSAPP_NUMBER: '15550100123',
  WHATSAPP_WABA_ID: '200000000000001',
}
const secrets = [...['sandbox-token', 'sandbox-secret', 'sandbox-verify'], 'another-token', 'another-secret', 'another-verify']
const words = loadWords()
const dns: Dns = { mx: async () => [{ exchange: 'mx.example.com', priority: 10 }], srv: async () => [], resolve: async () => [] }
let server: Server

beforeAll(async () => {
  relay.listen(relayPort, '127.0.0.1')
  server = await startServer(inspectConfig(env).config, openLog('silent'))
  Object.assign(env, { SMTP_PORT: String(server.smtpPort) })
  const keys = openUserKeys(openMasterKey(join(folder, 'master.key')), () => new Date())
  await keys.contentKeyOf(db, newId(new Date()))
  writeFileSync(join(folder, 'other.key'), newKey().toString('base64'), { mode: 0o600 })
})
afterAll(async () => {
  await server.stop()
  await standIn.stop()
  await new Promise<void>(done => relay.close(() => done()))
  rmSync(folder, { recursive: true })
})

/** What goes wrong, as the lines say it. */
async function wrong(change: Record<string, string> = {}, order: DoctorCommand = { kind: 'check' }): Promise<string[]> {
  return (await look(change, order)).filter(line => line.startsWith('✗'))
}

async function look(change: Record<string, string> = {}, order: DoctorCommand = { kind: 'check' }): Promise<string[]> {
  const { config, problems } = inspectConfig({ ...env, ...change })
  const allow = [...config.outsideAllow, `127.0.0.1:${port}`, `127.0.0.1:${server.smtpPort}`, `127.0.0.1:${relayPort}`]
  const real = openOutside({ allow, loopback: false })
  const lines: string[] = []
  const fine = await runDoctor(
    {
      config,
      // The stand-in has its own values alone.
      problems: problems.filter(problem => problem.problem !== 'sandbox_value'),
      // The reverse proxy: the public address leads to our port.
      outside: { ...real, request: ask => real.request({ ...ask, url: ask.url.replace(/^https:\/\/\w+\.example\.com(?=\/)/, here) }) },
      db,
      dns,
      now: () => new Date(),
    },
    order,
    words,
    line => lines.push(line),
  )
  expect(fine).toBe(!lines.some(line => line.startsWith('✗')))
  for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret)
  return lines
}

/** What an administrator does by `npm run admin -- templates submit`, and Meta's word on it. */
async function approveTemplates(): Promise<void> {
  const { config } = inspectConfig(env)
  const graph = openGraph({ outside: openOutside({ allow: config.outsideAllow, loopback: false }), ...config.whatsapp })
  const parts = { db, graph, t: words.of('whatsapp'), now: () => new Date(), onUsable: async () => undefined }
  await runTemplatesCommand(parts, ['submit'])
  await expect.poll(() => runTemplatesCommand(parts, ['sync'])).not.toContain('not in use')
}

test('with everything in place the first message reaches the phone', async () => {
  expect(await wrong()).toEqual([
    expect.stringMatching(/^✗ Templates: Meta doesn’t have mailferry_announce_one, mailferry_announce_many\. .* → Run: npm run admin/),
  ])
  await approveTemplates()
  const lines = await look({}, { kind: 'send', number: '+1 (555) 010-2231' })
  expect(lines).toContain(`✓ First message sent: WhatsApp accepted it for +${phone}. Two check marks on that phone mean it was delivered.`)
  expect(lines.at(-1)).toBe('No problems found.')
  await expect.poll(async () => (await meta.call(`_sim/messages?to=${phone}`)).text).toContain('First message from your own server')
})

test('a number that rests is tried again once its operator has looked, unless something is wrong with it', async () => {
  const { config } = inspectConfig(env)
  const pause = { until: new Date(Date.now() + 86_400_000), reason: 'account_restricted' }
  await db.transaction().execute(tx => pauseNumber(tx, config.whatsapp.numberId, pause, new Date()))
  expect((await look({ WHATSAPP_ACCESS_TOKEN: 'another-token' })).filter(line => line.includes('resting'))).toEqual([])
  expect(await look()).toContainEqual(expect.stringMatching(/^✓ Number paused: .* Reason: WhatsApp has restricted/))
  expect((await look()).filter(line => line.includes('resting'))).toEqual([])
})

test.each(requiredSettings)('%s is named while it is missing, with where to find it', async name => {
  expect(await wrong({ [name]: '' })).toEqual([expect.stringMatching(new RegExp(`^✗ Settings: ${name} is missing\\. → \\w+.{20}`))])
})

test.each<[string, Record<string, string>, RegExp[]]>([
  ['a wrong token', { WHATSAPP_ACCESS_TOKEN: 'another-token' }, [/^✗ Access token: Meta doesn’t accept it.* → Create a new one/]],
  [
    'another app’s secret',
    { WHATSAPP_APP_SECRET: 'another-secret' },
    [/^✗ App secret: .* → Copy it into WHATSAPP_APP_SECRET again/, /^✗ Webhook signature: The server refuses/],
  ],
  [
    'another verify token',
    { WHATSAPP_VERIFY_TOKEN: 'another-verify' },
    [/^✗ Webhook handshake: .*has a different verify token\. → Restart it/],
  ],
  [
    'a wrong number id',
    { WHATSAPP_NUMBER_ID: '999' },
    [/^✗ WhatsApp number: The token can’t access a number with the ID 999/, /^✗ WhatsApp account: 200000000000001 doesn’t include/],
  ],
  [
    'another number',
    { WHATSAPP_NUMBER: '4915550100' },
    [/^✗ WhatsApp number: 100000000000001 is the ID of \+1 555 010 0123, but WHATSAPP_NUMBER is 4915550100/],
  ],
  ['a wrong account', { WHATSAPP_WABA_ID: '888' }, [/^✗ WhatsApp account: The token can’t access .* 888/]],
  [
    'an address of another server',
    { PUBLIC_URL: 'https://other.example.com' },
    [/^✗ Public address: A different server .* → Forward everything/],
  ],
  ['a closed mail port', { SMTP_PORT: '1' }, [/^✗ Mail port: Port 1 isn’t responding/]],
  [
    'a closed relay',
    { MAIL_RELAY_URL: 'smtp://user:another-secret@127.0.0.1:1' },
    [/^✗ Mail relay: 127\.0\.0\.1 isn’t responding on port 1/],
  ],
  ['a lost master key', { MASTER_KEY_FILE: '/no/such/key' }, [/^✗ Master key: .*is missing, and the database has/]],
  ['another master key', { MASTER_KEY_FILE: join(folder, 'other.key') }, [/^✗ Master key: .*is a different key/]],
  ['no Graph API', { WHATSAPP_GRAPH_URL: 'https://127.0.0.1:1' }, [/^✗ Access token: 127\.0\.0\.1:1 didn’t respond/]],
])('%s is named, and nothing else', async (_, change, expected) => {
  expect(await wrong(change)).toEqual(expected.map(line => expect.stringMatching(line)))
})

test('an account that nobody hears is named, and heard again after --subscribe', async () => {
  const authorization = 'Bearer sandbox-token'
  await fetch(`${standIn.url}/v26.0/200000000000001/subscribed_apps`, { method: 'DELETE', headers: { authorization } })
  expect(await wrong()).toEqual([expect.stringMatching(/^✗ Subscription: No app is subscribed .* → Run: npm run doctor -- --subscribe$/)])
  expect(await wrong({}, { kind: 'subscribe' })).toEqual([])
})

test('what Meta has against token, number and templates is named', async () => {
  await meta.sim('settings', { scopes: ['whatsapp_business_messaging'] })
  expect((await wrong())[0]).toMatch(/^✗ Access token: It’s missing the permissions whatsapp_business_management/)
  await meta.sim('settings', { scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'], allowList: [] })
  expect(await look()).toContainEqual(expect.stringMatching(/^! WhatsApp number: .*test number.* → Add a phone/))
  expect((await wrong({}, { kind: 'send', number: phone }))[0]).toMatch(/^✗ First message sent: .*can only message phones on a list/)
  await meta.sim('settings', { allowList: null })
  await meta.sim('account', { banned: true })
  expect((await wrong())[0]).toMatch(/^✗ WhatsApp number: \+1 555 010 0123 can’t send\. Its status is banned/)
  await meta.sim('account', { banned: false })
  await meta.sim('templates/mailferry_announce_one/reject', { reason: 'INVALID_FORMAT' })
  expect(await wrong()).toEqual([
    expect.stringMatching(/^✗ Templates: Meta hasn’t approved mailferry_announce_one: .* → Open Templates in the console/),
  ])
  await meta.sim('tokens/revoke', {})
  expect(await wrong()).toEqual([expect.stringMatching(/^✗ Access token: Meta doesn’t accept it/)])
  await meta.sim('tokens/restore', {})
})

test('nothing is sent while a number is none, or before token and number are in order', async () => {
  expect((await wrong({}, { kind: 'send', number: 'Maya' })).at(-1)).toMatch(/^✗ First message sent: Maya isn’t a phone number/)
  const blocked = await wrong({ WHATSAPP_ACCESS_TOKEN: 'another-token' }, { kind: 'send', number: phone })
  expect(blocked.at(-1)).toMatch(/^✗ First message sent: Nothing was sent\. Fix Access token first/)
  // Without a template, as that one is rejected by now, it may reach a phone that has written, which nobody can promise.
  expect(await look({}, { kind: 'send', number: phone })).toContainEqual(
    expect.stringMatching(/^! First message sent: .* → If it doesn’t arrive, send any message to/),
  )
})

test('a server that is not running is reported with its address and its mail port', async () => {
  await server.stop()
  expect(await wrong()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^✗ Mail port: /),
      expect.stringMatching(/^✗ Public address: https:\/\/mail\.example\.com didn’t respond.* → Start the server/),
    ]),
  )
})
