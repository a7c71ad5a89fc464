// Walks through the screens and the hosted pages of a subscription in each of its states.
import { expect, type Page } from '@playwright/test'
import { checkoutOf, expectState, type Payer, passPeriod, sim, startCheckout } from './billing-people.ts'
import { beginWalk } from './looks.ts'
import * as hosted from './stripe-pages.ts'

/** All that there is to complain of, each with its screen and its look. */
export async function walkSubscription(page: Page, payer: Payer): Promise<string[]> {
  const walk = await beginWalk(page)
  await walk.visit('/subscription')
  await walk.visit('/subscription-preview?plan=personal&interval=month')
  const first = await startCheckout(payer, 'business', 'year')
  await page.goto(first.url)
  walk.found.push(...(await hosted.lookAt(page, 'checkout')))
  await hosted.leaveUnpaid(page)
  await expect(page.getByRole('heading', { name: 'You haven’t paid' })).toBeVisible()
  await walk.look('payment-left')
  await page.goto(first.url)
  await hosted.payByCard(page, hosted.cards.asks)
  walk.found.push(...(await hosted.lookAt(page, 'bank')))
  await hosted.answerBank(page, 'Fail')
  await expect.poll(async () => (await checkoutOf(payer, first.id)).state).toBe('failed')
  await walk.visit(`/payment-callback?checkout=${first.id}&failed`)
  const second = await startCheckout(payer, 'business')
  await walk.visit(`/payment-callback?checkout=${first.id}&expired`)
  await withoutNews(async () => {
    await page.goto(second.url)
    await hosted.payByCard(page, hosted.cards.good)
    await expect(page.getByRole('heading', { name: 'Waiting for confirmation' })).toBeVisible()
    await walk.look('payment-waiting')
  })
  await expect(page.getByRole('heading', { level: 2, name: 'You’re on Business' })).toBeVisible()
  await walk.look('payment-done')
  await walk.visit('/subscription?active')
  await walk.visit('/subscription-preview?plan=business&interval=year')
  await walk.visit('/subscription-preview?plan=personal&interval=month&smaller')
  await page.goto('/subscription')
  await page.getByRole('button', { name: 'Manage payment' }).click()
  await hosted.saveCard(page, hosted.cards.failsLater)
  walk.found.push(...(await hosted.lookAt(page, 'portal')))
  await passPeriod(payer)
  await expectState(payer, 'past_due')
  await walk.visit('/subscription?past_due')
  await page.getByRole('link', { name: 'Pay now' }).click()
  walk.found.push(...(await hosted.lookAt(page, 'invoice')))
  return walk.found
}

/** No webhook arrives, and no call is answered; people can still pay on Stripe's pages. */
async function withoutNews(work: () => Promise<void>): Promise<void> {
  await sim('POST', 'faults', { times: null, action: { kind: 'lose' } })
  await sim('POST', 'faults', { times: null, match: { path: '/v1/' }, action: { kind: 'http', status: 503 } })
  try {
    await work()
  } finally {
    await sim('DELETE', 'faults')
  }
}
