// Tests every judgment of the doctor, and that the guide mentions every setting.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { requiredSettings } from '../../../foundation/config/required.ts'
import { readConfig } from '../../../foundation/config.ts'
import { loadWords } from '../../../foundation/words.ts'
import type { NumberStatus, TokenInfo } from '../../../whatsapp/setup.ts'
import type { MessageTemplate } from '../../../whatsapp/templates/choice.ts'
import { codeDefinition } from '../../../whatsapp/templates/sign-in-code.ts'
import { parseDoctorCommand } from '../command.ts'
import type { DoctorFinding } from '../finding.ts'
import { normalizeNumber } from '../first-message.ts'
import { formatLine, toReportLine } from '../report.ts'
import { judgeAddress, judgeAddressForm, judgeHandshake, judgeSignature, type ProbeResult } from './address.ts'
import { judgeAccessToken, judgeNumber, judgeSubscription } from './graph.ts'
import { judgeDatabase, judgeKey, judgeMx, judgeRelay, judgeSmtp } from './machine.ts'
import { judgeSettings, whereToFind } from './settings.ts'
import { judgeTemplates } from './templates.ts'

const now = new Date('2026-11-20T12:00:00Z')
const host = 'graph.example.com'
const foundIn = (finding: DoctorFinding | null) => finding && [finding.state, finding.found]
const refusal = (code: number | null, status = 400) =>
  ({ kind: 'graph', status, code, subcode: null, isTransient: false, message: '', details: null, retryAfterMs: null }) as const

test('the guide names every setting that production needs, where to find it, and what the doctor reports without it', () => {
  const guide = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8')
  for (const name of requiredSettings) {
    expect(whereToFind(name), name).not.toBeNull()
    expect(guide).toContain(`✗ Settings: ${name} is missing.`)
  }
})

test('a token is judged by its expiry and its permissions', () => {
  const token: TokenInfo & { kind: 'read' } = {
    kind: 'read',
    isValid: true,
    appId: '3',
    type: 'SYSTEM_USER',
    endsAt: null,
    scopes: ['whatsapp_business_messaging', 'whatsapp_business_management'],
  }
  const judged = (answer: Parameters<typeof judgeAccessToken>[0]) => foundIn(judgeAccessToken(answer, host, now))
  expect(judged(token)).toEqual(['ok', 'token.lasting'])
  expect(judged({ ...token, endsAt: new Date('2026-11-21T10:00:00Z') })).toEqual(['failing', 'token.temporary'])
  expect(judged({ ...token, endsAt: new Date('2027-01-19T10:00:00Z') })).toEqual(['note', 'token.ending'])
  expect(judged({ ...token, isValid: false })).toEqual(['failing', 'token.refused'])
  expect(judged({ ...token, scopes: [] })).toEqual(['failing', 'token.scopes'])
  expect(judged(refusal(190, 401))).toEqual(['failing', 'token.refused'])
  // Meta lets not every token ask about itself.
  expect(judged(refusal(100))).toEqual(['note', 'token.unknown'])
  expect(judged(refusal(2, 500))).toEqual(['failing', 'graph.refused'])
  expect(judged({ kind: 'transport', mayHaveArrived: false, reason: 'timeout' })).toEqual(['failing', 'graph.away'])
})

test('a number is judged by whether it may send', () => {
  const number: NumberStatus & { kind: 'read' } = {
    kind: 'read',
    shown: '+1 555-010-0123',
    name: 'Mailferry',
    quality: 'GREEN',
    status: 'CONNECTED',
    platform: 'CLOUD_API',
    limit: 'TIER_2K',
    isTest: false,
    webhook: null,
  }
  const judge = (answer: Parameters<typeof judgeNumber>[0]) => judgeNumber(answer, { numberId: '1', number: '15550100123' }, host)
  expect(judge(number)).toMatchObject({ state: 'ok', values: { shown: '+1 555 010 0123', limit: '2,000', quality: 'green' } })
  expect(foundIn(judge({ ...number, platform: 'NOT_APPLICABLE', status: 'DISCONNECTED' }))).toEqual(['failing', 'number.unregistered'])
  expect(foundIn(judge({ ...number, status: 'RESTRICTED' }))).toEqual(['failing', 'number.standing'])
  expect(foundIn(judge({ ...number, quality: 'RED' }))).toEqual(['note', 'number.low'])
  expect(foundIn(judge({ ...number, shown: '+1 555 0199' }))).toEqual(['failing', 'number.other'])
  // What Meta leaves out is no fault.
  expect(foundIn(judge({ ...number, shown: null, status: null, platform: null, limit: null }))).toEqual(['ok', 'number.ok'])
  expect(foundIn(judge(refusal(200, 403)))).toEqual(['failing', 'number.invisible'])
})

test('the subscription is judged by its app and its webhook URL', () => {
  const ours = 'https://mail.example.com/webhooks/whatsapp'
  const apps = { kind: 'read' as const, apps: [{ id: '3', name: 'Ours' }] }
  const judged = (answer: Parameters<typeof judgeSubscription>[0], appId: string | null, webhook: string | null = null) =>
    foundIn(judgeSubscription(answer, { appId, webhook, ours }, host))
  expect(judged(apps, '3', ours)).toEqual(['ok', 'subscription.ok'])
  expect(judged(apps, null)).toEqual(['ok', 'subscription.ok'])
  expect(judged({ kind: 'read', apps: [] }, '3')).toEqual(['failing', 'subscription.none'])
  expect(judged(apps, '4')).toEqual(['failing', 'subscription.other'])
  expect(judged(apps, '3', 'https://elsewhere.example.com/')).toEqual(['failing', 'subscription.elsewhere'])
})

const answer = (status: number, body = ''): ProbeResult => ({ kind: 'answer', status, body })
const silence = (why: 'refused' | 'unknown_host' | 'connection'): ProbeResult => ({ kind: 'none', why, message: 'no answer' })

test('the public URL must be bare, use HTTPS and lead to this server', () => {
  const config = { mode: 'production' as const, publicUrl: 'https://mail.example.com', port: 8080 }
  const form = (publicUrl: string, mode: 'production' | 'sandbox' = 'production') => foundIn(judgeAddressForm({ mode, publicUrl }))
  expect(form(config.publicUrl)).toBeNull()
  expect(form('http://localhost:8080', 'sandbox')).toBeNull()
  expect(form('http://mail.example.com')).toEqual(['failing', 'address.not_https'])
  for (const url of ['https://mail.example.com/ferry', 'https://mail.example.com?x', 'https://me@mail.example.com', 'mail.example.com'])
    expect(form(url)).toEqual(['failing', 'address.not_bare'])
  const judged = (answer: ProbeResult) => foundIn(judgeAddress(answer, config))
  const own = JSON.stringify({ mode: 'production', publicUrl: config.publicUrl })
  expect(judged(answer(200, own))).toEqual(['ok', 'address.ok'])
  expect(judged(answer(200, own.replace('production', 'sandbox')))).toEqual(['failing', 'address.other'])
  expect(judged(answer(200, '<h1>It works</h1>'))).toEqual(['failing', 'address.other'])
  expect(judged(answer(301))).toEqual(['failing', 'address.moved'])
  expect(judged(silence('refused'))).toEqual(['failing', 'address.inside'])
  expect(judged(silence('unknown_host'))).toEqual(['failing', 'address.unknown'])
  expect(judged(silence('connection'))).toEqual(['failing', 'address.away'])
})

test('a webhook must accept the right token and signature and refuse wrong ones', () => {
  const shake = (right: ProbeResult, wrong: ProbeResult) => foundIn(judgeHandshake(right, wrong, 'challenge', 'url'))
  expect(shake(answer(200, 'challenge'), answer(403))).toEqual(['ok', 'handshake.ok'])
  expect(shake(answer(200, 'challenge'), answer(200, 'challenge'))).toEqual(['failing', 'handshake.open'])
  expect(shake(answer(403), answer(403))).toEqual(['failing', 'handshake.refused'])
  expect(shake(answer(200, '<html>'), answer(200))).toEqual(['failing', 'handshake.other'])
  expect(shake(silence('connection'), silence('connection'))).toEqual(['failing', 'handshake.away'])
  const sign = (right: ProbeResult, wrong: ProbeResult) => foundIn(judgeSignature(right, wrong, 'url'))
  expect(sign(answer(200), answer(401))).toEqual(['ok', 'signature.ok'])
  expect(sign(answer(200), answer(200))).toEqual(['failing', 'signature.open'])
  expect(sign(answer(401), answer(401))).toEqual(['failing', 'signature.refused'])
  expect(sign(answer(413), answer(413))).toEqual(['failing', 'signature.other'])
})

test('the machine is judged by its database, master key and mail delivery', () => {
  expect(foundIn(judgeDatabase({ kind: 'answers', missing: 0 }))).toEqual(['ok', 'database.ok'])
  expect(foundIn(judgeDatabase({ kind: 'answers', missing: 2 }))).toEqual(['failing', 'database.behind'])
  expect(foundIn(judgeDatabase({ kind: 'newer' }))).toEqual(['failing', 'database.newer'])
  expect(foundIn(judgeDatabase({ kind: 'unreleased' }))).toEqual(['failing', 'database.unreleased'])
  expect(foundIn(judgeDatabase({ kind: 'away', why: 'x' }))).toEqual(['failing', 'database.away'])
  const key = { file: 'master.key', isReadableByOthers: false, isNeeded: true }
  expect(foundIn(judgeKey({ ...key, state: 'no_file' }))).toEqual(['failing', 'key.missing'])
  expect(foundIn(judgeKey({ ...key, state: 'no_file', isNeeded: false }))).toEqual(['note', 'key.unmade'])
  expect(foundIn(judgeKey({ ...key, state: 'malformed' }))).toEqual(['failing', 'key.malformed'])
  expect(foundIn(judgeKey({ ...key, state: { opens: false } }))).toEqual(['failing', 'key.wrong'])
  expect(foundIn(judgeKey({ ...key, state: { opens: true }, isReadableByOthers: true }))).toEqual(['note', 'key.shown'])
  expect(foundIn(judgeKey({ ...key, state: { opens: null } }))).toEqual(['ok', 'key.unused'])
  expect(foundIn(judgeMx('in.example.com', [], 25))).toEqual(['note', 'mx.none'])
  expect(foundIn(judgeMx('in.example.com', null, 25))).toEqual(['skipped', 'mx.unasked'])
  expect(foundIn(judgeSmtp('not_here', 25))).toEqual(['skipped', 'smtp.not_here'])
  expect(foundIn(judgeRelay({ kind: 'refused' }, { host: 'relay.example.com', port: 587 }))).toEqual(['failing', 'relay.refused'])
})

test('templates are judged by the most usable one of each purpose', () => {
  const ours: MessageTemplate[] = (['announce_one', 'announce_many'] as const).map(purpose => ({
    id: purpose,
    purpose,
    name: purpose,
    language: 'en',
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: purpose === 'announce_one' ? 'New: {{from}}, {{subject}}.' : 'New: {{count}}, {{heads}}.' },
      { type: 'BUTTONS', buttons: ['Show', 'Pause'].map(text => ({ type: 'QUICK_REPLY', text })) },
    ],
    state: 'approved',
    metaId: null,
    quality: null,
    reason: null,
    pausedUntil: null,
    ...{ switchedOffAt: null, lastUsedAt: null, syncedAt: null },
    position: 1,
    updatedAt: now,
  }))
  const listed = (name: string, status: string) => ({ id: name, name, language: 'en', status, category: 'UTILITY', components: [] })
  const judge = (one: string, many: string, kept = ours) =>
    judgeTemplates(kept, { kind: 'templates', items: [listed('announce_one', one), listed('announce_many', many)] }, host, now)
  expect(foundIn(judge('APPROVED', 'APPROVED'))).toEqual(['ok', 'templates.ok'])
  expect(judge('APPROVED', 'PENDING')).toMatchObject({ found: 'templates.pending', values: { names: 'announce_many' } })
  expect(judge('REJECTED', 'PENDING')).toMatchObject({ found: 'templates.refused', values: { names: 'announce_one', why: 'rejected' } })
  expect(
    foundIn(
      judge(
        'APPROVED',
        'APPROVED',
        ours.map(one => ({ ...one, state: 'draft' })),
      ),
    ),
  ).toEqual(['note', 'templates.unheard'])
  expect(foundIn(judge('APPROVED', 'APPROVED', ours.slice(1)))).toEqual(['failing', 'templates.unwritten'])
  expect(foundIn(judgeTemplates(ours, { kind: 'templates', items: [] }, host, now))).toEqual(['failing', 'templates.missing'])

  const [first] = ours
  if (!first) throw new Error('There is no template.')
  const codes: MessageTemplate = { ...first, purpose: 'sign_in_code', name: 'codes', components: codeDefinition('codes', 'en').components }
  const items = ['announce_one', 'announce_many'].map(name => listed(name, 'APPROVED'))
  const withCodes = (status: string, needsCodes: boolean) =>
    judgeTemplates([...ours, codes], { kind: 'templates', items: [...items, listed('codes', status)] }, host, now, needsCodes)
  expect(foundIn(withCodes('PENDING', false))).toEqual(['ok', 'templates.ok'])
  expect(withCodes('PENDING', true)).toMatchObject({ state: 'note', found: 'templates.codes', values: { name: 'codes' } })
  expect(foundIn(withCodes('APPROVED', true))).toEqual(['ok', 'templates.ok'])
})

test('settings that are malformed are named', () => {
  const config = readConfig({})
  const judged = (change: object) => judgeSettings({ mode: 'production', whatsapp: { ...config.whatsapp, ...change } }, []).map(foundIn)
  expect(judged({})).toEqual([['ok', 'settings.complete']])
  expect(judged({ numberId: '+1 555', wabaId: 'mine' })).toEqual([
    ['failing', 'settings.not_an_id'],
    ['failing', 'settings.not_an_id'],
  ])
  expect(judged({ graphUrl: 'graph.facebook.com' })).toEqual([['failing', 'settings.not_a_url']])
  for (const number of ['+15550100', '0155501000', '1 555 0100']) expect(judged({ number })).toEqual([['failing', 'settings.not_a_number']])
})

test('no secret is printed, even when others quote it', () => {
  const config = { ...readConfig({}), databaseUrl: 'postgres://ferry:p%40ssword@db.example.com/ferry' }
  const finding: DoctorFinding = {
    check: 'database',
    state: 'failing',
    found: 'database.away',
    fix: 'database.away.fix',
    values: { why: 'sandbox-token, sandbox-secret and p%40ssword or p@ssword' },
  }
  expect(formatLine(toReportLine(finding, loadWords().of('doctor'), config))).toMatch(
    /^✗ Database: It isn’t responding: •••, ••• and ••• or •••\. → Start/,
  )
})

test('commands and numbers are parsed as people write them', () => {
  expect(parseDoctorCommand([])).toEqual({ kind: 'check' })
  expect(parseDoctorCommand(['--send', '+1', '555', '0100777'])).toEqual({ kind: 'send', number: '+1 555 0100777' })
  for (const wrong of [['--send'], ['--subscribe', 'x'], ['send']]) expect(parseDoctorCommand(wrong)).toBeNull()
  for (const number of ['+1 (555) 010-0777', '0015550100777', '15550100777']) expect(normalizeNumber(number)).toBe('15550100777')
  for (const number of ['', '0155', 'Maya', '+1 555 01x']) expect(normalizeNumber(number)).toBeNull()
})
