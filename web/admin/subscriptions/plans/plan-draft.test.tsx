// Tests that a plan survives its form unchanged, and that each mistake is named.
import { expect, test } from 'vitest'
import { type Plan, PlanTerms } from '../../../../core/plans/plans.ts'
import { draftOf, type PlanDraft, readPlan } from './plan-draft.ts'

const plan: Plan = {
  ...{ id: 'team', version: 3, names: { en: 'Team', es: 'Equipo' }, trialDays: 14 },
  limits: { mailboxes: 5, filters: null, deliveriesPerMonth: 20_000, instant: true, attachments: true, retentionDays: 90, apiKeys: true },
  prices: [
    { interval: 'month', currency: 'usd', amount: 1990 },
    { interval: 'year', currency: 'usd', amount: 19_900 },
    { interval: 'month', currency: 'jpy', amount: 3000 },
  ],
}
const draft = draftOf(plan, 'usd')

test('a plan that is opened and published unchanged has the same terms', () => {
  const read = readPlan(draft)
  expect(read).toEqual(PlanTerms.parse(plan))
})

test('a new plan starts with prices in the currency of the server', () => {
  expect(draftOf(null, 'eur').prices.map(price => [price.currency, price.interval])).toEqual([
    ['eur', 'month'],
    ['eur', 'year'],
  ])
})

test.each<[Partial<PlanDraft>, string]>([
  [{ id: 'Team 2' }, 'idWrong'],
  [{ names: { en: ' ', es: 'Equipo' } }, 'nameMissing'],
  [{ mailboxes: '-1' }, 'numberWrong'],
  [{ retention: '' }, 'retentionWrong'],
  [{ retention: '366' }, 'retentionWrong'],
  [{ trialDays: '400' }, 'trialWrong'],
  [{ prices: [{ currency: 'usd', interval: 'month', amount: 'five' }] }, 'priceWrong'],
  [{ prices: [{ currency: 'usd', interval: 'month', amount: '0' }] }, 'priceWrong'],
])('%o is a mistake: %s', (change, problem) => {
  expect(readPlan({ ...draft, ...change })).toBe(problem)
})
