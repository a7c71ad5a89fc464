// Tests /metrics: an email is counted on its whole way, what alerts and the board ask for exists, and each alert fires for its trouble.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod/mini'
import * as mail from '../core/api/mail.ts'
import { testDatabase } from './database.ts'
import { addFilter, linkPhone, patience, runProduct, sendMail, signUp, untilMessageState } from './running.ts'

const token = 'the-token-of-prometheus'
const { url } = await testDatabase()
const product = await runProduct(url, { METRICS_TOKEN: token, REQUESTS_A_MINUTE: '100000' })
const deploy = join(import.meta.dirname, '..', 'deploy')

const Rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})
const { groups } = Rules.parse(parse(readFileSync(join(deploy, 'prometheus', 'alerts.yml'), 'utf8')))
const rules = groups.flatMap(group => group.rules)

const Board = z.object({
  panels: z.array(z.object({ id: z.int(), title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const { panels } = Board.parse(JSON.parse(readFileSync(join(deploy, 'grafana', 'mailferry.json'), 'utf8')))

async function readMetrics(bearer = token): Promise<string> {
  const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${bearer}` } })
  return answer.text()
}

/** The value of the one series with all these labels; 0 where there is none. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const lines = (await readMetrics()).split('\n').filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  const line = lines.find(one => Object.entries(labels).every(([label, value]) => one.includes(`${label}="${value}"`)))
  return Number(line?.split(' ').at(-1) ?? 0)
}

test('an email is counted as it arrives, is decided, queued, accepted and delivered, with how long that took', async () => {
  const maya = await signUp(product, 'maya')
  const { address } = await maya.ask(mail.addMailboxApi, 'POST', '/api/mailboxes', { kind: 'address' })
  await linkPhone(product, maya, '15550103991')
  await addFilter(maya, 'invoice')
  await sendMail(product, address, { subject: 'Invoice 42' })
  await sendMail(product, address, { subject: 'Hello' })
  await untilMessageState(maya, 'Invoice 42', 'forwarded', 'delivered')
  await vi.waitFor(
    async () => {
      expect(await valueOf('mailferry_emails_received_total', { kind: 'address' })).toBe(2)
      expect(await valueOf('mailferry_decisions_total', { result: 'matched' })).toBe(1)
      expect(await valueOf('mailferry_decisions_total', { result: 'not_matched' })).toBe(1)
      expect(await valueOf('mailferry_deliveries_queued_total')).toBe(1)
      expect(await valueOf('mailferry_attempts_total', { outcome: 'sent' })).toBeGreaterThan(0)
      expect(await valueOf('mailferry_deliveries_reported_total', { state: 'delivered' })).toBeGreaterThan(0)
      expect(await valueOf('mailferry_accepted_seconds_count')).toBe(1)
      expect(await valueOf('mailferry_accepted_seconds_sum')).toBeLessThan(60)
      expect(await valueOf('mailferry_delivered_seconds_count')).toBe(1)
      expect(await valueOf('mailferry_mailboxes', { state: 'live' })).toBe(1)
      expect(await valueOf('mailferry_http_request_seconds_count', { route: '/api/mailboxes', status: '201' })).toBe(1)
    },
    { ...patience, timeout: 45_000 },
  )
})

test('metrics are closed to whoever does not know the token', async () => {
  expect(await readMetrics('another')).toContain('"wrong_token"')
  expect((await fetch(`${product.url}/metrics`)).status).toBe(401)
})

test('an answer names its request as the log does', async () => {
  const answer = await fetch(`${product.url}/api/mailboxes`)
  expect(answer.headers.get('x-request-id')).toMatch(/^\S{8,}$/)
})

test('every figure that an alert or a panel of the board asks for exists', async () => {
  const text = await readMetrics()
  const known = new Set(Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name))
  const names = [...rules.map(rule => rule.expr), ...panels.flatMap(panel => panel.targets.map(target => target.expr))].flatMap(
    expression => expression.match(/\b(?:mailferry|nodejs|process)_\w+/g) ?? [],
  )
  expect(names.length).toBeGreaterThan(40)
  expect([...new Set(names)].filter(name => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([])
})

test('every figure of ours stands on the board or in an alert, and panels have numbers of their own', async () => {
  const used = JSON.stringify([rules, panels])
  const ours = Array.from((await readMetrics()).matchAll(/^# TYPE (mailferry_\w+)/gm), ([, name]) => name ?? '')
  expect(ours.filter(name => !used.includes(name))).toEqual([])
  expect(new Set(panels.map(panel => panel.id)).size).toBe(panels.length)
})

test('each alert has a test that plants its trouble, and Prometheus sees it fire', () => {
  const file = join(deploy, 'prometheus', 'alerts.test.yml')
  const tested = Array.from(readFileSync(file, 'utf8').matchAll(/alertname: (\w+)/g), ([, name]) => name)
  expect(tested.toSorted()).toEqual(rules.map(rule => rule.alert).toSorted())
  const promtool = process.env['PROMTOOL_PATH'] ?? '/usr/bin/promtool'
  if (!existsSync(promtool)) return
  for (const parameters of [
    ['check', 'rules', file.replace('.test', '')],
    ['test', 'rules', file],
  ]) {
    const result = spawnSync(promtool, parameters, { encoding: 'utf8' })
    expect(result.stdout + result.stderr).toContain('SUCCESS')
    expect(result.status).toBe(0)
  }
})

test('Prometheus can read what /metrics says', async () => {
  const promtool = process.env['PROMTOOL_PATH'] ?? '/usr/bin/promtool'
  if (!existsSync(promtool)) return
  const result = spawnSync(promtool, ['check', 'metrics'], { input: await readMetrics(), encoding: 'utf8' })
  // Node's own metrics have names that it would have chosen otherwise.
  expect((result.stdout + result.stderr).split('\n').filter(line => line.startsWith('mailferry_'))).toEqual([])
})
