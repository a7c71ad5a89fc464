// Drives the hosted pages of the Stripe stand-in: checkout, the bank's confirmation, invoices, and the portal.
import { expect, type Page } from '@playwright/test'
import { axeOn, sidewaysPx } from './axe.ts'
import { shot } from './looks.ts'

export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** The bank asks at each payment. */
  asks: '4000 0027 6000 3184',
  /** Can be saved, but never pays. */
  failsLater: '4000 0000 0000 0341',
}

const payButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Pay \$[\d.,]+$/ })

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await payButton(page).click()
}

/** As fast as a hand can. */
export async function payWithTwoClicks(page: Page, number: string): Promise<void> {
  await fillCard(page, number)
  await payButton(page).dblclick()
}

/** What the page says is charged today. */
export const dueToday = (page: Page) => page.getByTestId('due')

export async function startTrial(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start trial' }).click()
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Promotion code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

export async function expectProblem(page: Page, sentence: RegExp): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(sentence)
}

export async function answerBank(page: Page, answer: 'Complete' | 'Fail'): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm with your bank' })).toBeVisible()
  await page.getByRole('button', { name: answer }).click()
}

export async function leaveUnpaid(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back without paying' }).click()
}

/** On the portal. */
export async function saveCard(page: Page, number: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Your subscription' })).toBeVisible()
  await fillCard(page, number)
  await page.getByRole('button', { name: 'Save this card' }).click()
  await expect(page.getByText(`Payments use the card ending in ${number.slice(-4)}`)).toBeVisible()
}

/** From the portal. */
export async function goBack(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back', exact: false }).first().click()
}

/** On the page of an invoice. */
export async function payWithSavedCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /with the saved card/ }).click()
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
}

/** All that there is to complain of on the page that is shown, in both widths and themes. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    if ((await sidewaysPx(page)) > 0) found.push(`${name}, ${width} px: scrolls sideways`)
    if (width === 320) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(...(await axeOn(page)).map(complaint => `${name}, ${width} px, ${colorScheme}: ${complaint}`))
      await shot(page, `hosted-${name}-${width}-${colorScheme}`)
    }
  }
  return found
}
