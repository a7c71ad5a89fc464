// Tests every row of the error table, and unknown errors.
import { expect, test } from 'vitest'
import { loadWords } from '../foundation/words.ts'
import { failureOf, pauseAfterError, refusalRules, toOutcome } from './errors.ts'
import type { GraphRefusal } from './graph-request.ts'
import { explainReason, graphReasonCodes } from './reasons.ts'
import { isTemplateTrouble } from './templates/lifecycle.ts'

const refusal = (more: Partial<GraphRefusal>): GraphRefusal => ({
  kind: 'graph',
  status: 400,
  code: 100,
  subcode: null,
  isTransient: false,
  message: '',
  details: null,
  retryAfterMs: null,
  ...more,
})

test('an accepted message is sent', () => {
  expect(toOutcome({ kind: 'accepted', wamid: 'wamid.1', waId: null })).toEqual({ kind: 'sent', wamid: 'wamid.1' })
})

const wholeNumber = [
  [0, 'token_expired'],
  [190, 'token_expired'],
  [3, 'permission_missing'],
  [10, 'permission_missing'],
  [200, 'permission_missing'],
  [299, 'permission_missing'],
  [131005, 'permission_missing'],
  [33, 'number_missing'],
  [368, 'account_restricted'],
  [131031, 'account_restricted'],
  [131042, 'payment_problem'],
  [131048, 'spam_limit'],
  [131037, 'name_not_approved'],
  [131045, 'number_not_registered'],
  [133000, 'number_not_registered'],
  [133005, 'number_not_registered'],
  [133006, 'number_not_registered'],
  [133008, 'number_not_registered'],
  [133009, 'number_not_registered'],
  [133010, 'number_not_registered'],
  [133015, 'number_not_registered'],
  [133016, 'number_not_registered'],
  [131057, 'maintenance'],
  [4, 'call_quota'],
  [80007, 'call_quota'],
  [130429, 'throughput'],
] as const
test.each(wholeNumber)('%i pauses the whole number and loses no email (%s)', (code, reason) => {
  const outcome = toOutcome(refusal({ code }))
  expect(outcome).toMatchObject({ kind: 'retry', scope: 'number', reason })
  expect(outcome.kind === 'retry' && outcome.afterMs).toBeGreaterThanOrEqual(1000)
})

test.each([1, 2, 131000, 131016, 133004])('%i is trouble of WhatsApp itself', code => {
  expect(toOutcome(refusal({ code }), 50)).toEqual({ kind: 'retry', scope: 'service', reason: 'temporary', afterMs: null })
})

test.each(wholeNumber)('%i reported later pauses the whole number too (%s)', (code, reason) => {
  const at = new Date('2026-11-22T12:00:00Z')
  const rest = pauseAfterError(code, at)
  expect(rest?.until.getTime()).toBeGreaterThan(at.getTime())
  expect(rest?.reason).toBe(reason === 'throughput' ? null : reason)
})

test.each([131000, 131026, 131047, 131049, 131056, 132015, 999_999])('%i reported later does not affect the number', code => {
  expect(pauseAfterError(code, new Date())).toBeNull()
})

test.each([
  [1, 1000],
  [2, 4000],
  [3, 16_000],
  [4, 64_000],
  [30, 900_000],
])('131056 on attempt %i makes only this phone wait %i ms', (attempt, afterMs) => {
  expect(toOutcome(refusal({ code: 131056 }), attempt)).toEqual({ kind: 'retry', scope: 'destination', reason: 'pair_rate', afterMs })
})

test('131047 holds the email until the window opens', () => {
  expect(toOutcome(refusal({ code: 131047 }))).toEqual({ kind: 'held', reason: 'window_closed' })
})

test('139200 is retried with a template', () => {
  expect(toOutcome(refusal({ code: 139200 }))).toEqual({ kind: 'retry', scope: 'delivery', reason: 'direct_send', afterMs: null })
})

const templateTrouble = [132000, 132001, 132007, 132012, 132015, 132016, 132018] as const
test.each(templateTrouble)('%i is a template’s fault: the emails that it announces stay held', code => {
  expect(toOutcome(refusal({ code }))).toEqual({ kind: 'held', reason: 'no_template' })
  expect(failureOf(code)).toEqual({ reason: 'template', stop: 'delivery' })
  expect(isTemplateTrouble(code)).toBe(true)
})

test.each([
  [130497, 'country_restricted'],
  [131021, 'own_number'],
])('%i stops the phone (%s)', (code, reason) => {
  expect(toOutcome(refusal({ code }))).toEqual({ kind: 'failed', reason, stop: 'destination' })
})

const thisMail = [
  [100, 'bad_request'],
  [131008, 'bad_request'],
  [131009, 'bad_request'],
  [131026, 'undeliverable'],
  [131049, 'withheld'],
  [131050, 'opted_out'],
  [130472, 'experiment'],
  [131030, 'not_in_test_list'],
  [131051, 'unsupported'],
  [131052, 'unsupported'],
  [131053, 'unsupported'],
  [132005, 'template'],
  [132068, 'template'],
  [132069, 'template'],
] as const
test.each(thisMail)('%i fails only this email (%s)', (code, reason) => {
  expect(toOutcome(refusal({ code }))).toEqual({ kind: 'failed', reason, stop: 'delivery' })
})

test('the cases above cover the whole table, and no code is in two rows', () => {
  const tested = [...wholeNumber, ...thisMail].map(([code]) => code).filter(code => code < 200 || code > 299)
  const codes = refusalRules.flatMap(ruling => [...ruling.codes])
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes)).toEqual(
    new Set([...tested, ...templateTrouble, 1, 2, 131000, 131016, 133004, 131056, 131047, 139200, 130497, 131021]),
  )
})

test('a number that the token cannot see is not the email’s fault', () => {
  expect(toOutcome(refusal({ code: 100, subcode: 33 }))).toMatchObject({ kind: 'retry', scope: 'number', reason: 'number_missing' })
})

test('a wait that Meta requests applies if it is longer than ours', () => {
  expect(toOutcome(refusal({ code: 80007, retryAfterMs: 3_600_000 }))).toMatchObject({ afterMs: 3_600_000 })
  expect(toOutcome(refusal({ code: 80007, retryAfterMs: 1000 }))).toMatchObject({ afterMs: 300_000 })
  expect(toOutcome(refusal({ code: 1, retryAfterMs: 1000 }))).toMatchObject({ afterMs: 1000 })
})

test.each([
  ['400 with a code', { status: 400, code: 999 }, { kind: 'failed', reason: 'refused:999', stop: 'delivery' }],
  ['429 with a code', { status: 429, code: 999 }, { kind: 'retry', scope: 'number', reason: 'call_quota' }],
  ['503 with a code', { status: 503, code: 999 }, { kind: 'retry', scope: 'service', reason: 'temporary' }],
  ['400 that is marked as transient', { status: 400, code: 999, isTransient: true }, { kind: 'retry', reason: 'temporary' }],
  ['a 403 that is not in Meta’s format', { status: 403, code: null }, { kind: 'retry', scope: 'number', reason: 'not_meta' }],
])('%s is treated by its class', (_, more, expected) => {
  expect(toOutcome(refusal(more))).toMatchObject(expected)
})

test('a lost response after the request was sent is unknown; a failure before that is retried', () => {
  expect(toOutcome({ kind: 'transport', mayHaveArrived: true, reason: 'timeout' })).toEqual({ kind: 'unknown', reason: 'no_answer' })
  expect(toOutcome({ kind: 'transport', mayHaveArrived: false, reason: 'connection' })).toMatchObject({
    kind: 'retry',
    reason: 'not_reached',
  })
})

test.each([
  [131047, 'window_closed', 'delivery'],
  [131026, 'undeliverable', 'delivery'],
  [131000, 'late:131000', 'delivery'],
  [131056, 'late:131056', 'delivery'],
  [130497, 'country_restricted', 'destination'],
  [131042, 'late:131042', 'number'],
  [215, 'late:215', 'number'],
  [999, 'refused:999', 'delivery'],
])('%i in a later status is %s and concerns the %s', (code, reason, stop) => {
  expect(failureOf(code)).toEqual({ reason, stop })
})

test('each reason has a sentence for the user', () => {
  const t = loadWords('en').of('whatsapp')
  for (const reason of graphReasonCodes) expect(explainReason(t, `${reason}:131099`)).toMatch(/^[A-Z].{20,}\.$/)
  expect(explainReason(t, 'refused:131099')).toContain('131099')
  expect(explainReason(t, 'another_rooms')).toBeNull()
})
