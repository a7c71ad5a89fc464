// Tests that the browser takes the served pricing page over as it is, and that its prices switch between month and year.
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ServerOffer } from '../../../../core/plans/offer.ts'
import { selfHosted } from '../../../../core/plans/plans.ts'
import { Providers } from '../../../routes/Providers.tsx'
import { PublicDocument } from '../../../routes/PublicDocument.tsx'
import { findPublicScreen, site } from '../../../routes/public-screens.tsx'
import { stage } from '../../../stage.fixture.tsx'
import { OfferContext } from '../../offer.ts'
import { PlanPrices } from '../home/PlanPrices.tsx'
import { SoldPricing } from '../SoldPricing.tsx'

const limits = {
  ...selfHosted.limits,
  mailboxes: 1,
  filters: 0,
  deliveriesPerMonth: 60,
  instant: false,
  attachments: false,
  apiKeys: false,
}
const offer: ServerOffer = {
  provider: 'stripe',
  items: [
    { ...selfHosted, id: 'free', names: { en: 'Basic', ar: 'أساسية' }, limits },
    {
      ...{ ...selfHosted, id: 'team_2', names: { en: 'Team' }, trialDays: 14 },
      prices: [
        { interval: 'month', amount: 550, currency: 'usd' },
        { interval: 'year', amount: 5500, currency: 'usd' },
      ],
    },
  ],
}
const staged = () =>
  stage(
    <OfferContext value={offer}>
      <SoldPricing />
    </OfferContext>,
    ['siteplans', 'pages'],
  )

test('both prices are readable whichever interval is chosen, and a choice is remembered by the radio buttons alone', async () => {
  const screen = await staged()
  for (const text of ['$5.50', '$55']) await expect.element(screen.getByText(text, { exact: true })).toBeInTheDocument()
  for (const text of ['or $5.50 a month', 'or $55 a year']) await expect.element(screen.getByText(text)).toBeInTheDocument()
  await expect.element(screen.getByLabelText('Monthly')).toBeChecked()
  await screen.getByText('Yearly').click()
  await expect.element(screen.getByLabelText('Yearly')).toBeChecked()
  await expect.element(screen.getByText('Save 16%').first()).toBeInTheDocument()
})

test('a plan says what it allows and what it leaves out', async () => {
  const screen = await staged()
  for (const text of ['60 emails delivered a month', '1 email account', 'Attachments stay in your inbox', 'No API keys'])
    await expect.element(screen.getByText(text)).toBeVisible()
  for (const text of ['Unlimited deliveries', 'Unlimited filters', 'Attachments included'])
    await expect.element(screen.getByText(text)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Team: Start free trial' })).toHaveAttribute('href', '/signup')
  await expect.element(screen.getByText('What happens after a free trial?')).toBeVisible()
})

test('the home page names each plan with its prices', async () => {
  const screen = await stage(<PlanPrices plans={offer.items} />, ['site', 'pages'])
  await expect.element(screen.getByText('$5.50 a month · $55 a year')).toBeVisible()
  await expect.element(screen.getByText('Basic')).toBeVisible()
})

test.each(['/pricing', '/ar/pricing', '/es/pricing'])('%s is taken over without a difference, with the data in the page', async path => {
  const { language, load } = findPublicScreen(path, 'sold')
  await Promise.all([site.load(language), load(language)])
  const served = document.createElement('div')
  const view = (
    <Providers>
      <PublicDocument path={path} />
    </Providers>
  )
  served.innerHTML = renderToString(<OfferContext value={offer}>{view}</OfferContext>)
  document.head.insertAdjacentHTML('beforeend', `<script type="application/json" id="offer">${JSON.stringify(offer)}</script>`)
  document.body.append(served)
  const before = served.querySelector('main')?.textContent
  expect(before).toContain('5.50'.replace('.', language === 'es' ? ',' : '.'))
  const errors: unknown[] = []
  const root = hydrateRoot(served, view, { onRecoverableError: error => errors.push(error) })
  await expect.poll(() => served.querySelector('footer button[aria-pressed=true]')).not.toBeNull()
  expect(errors).toEqual([])
  expect(served.querySelector('main')?.textContent).toBe(before)
  root.unmount()
  served.remove()
  await page.viewport(1280, 800)
})
