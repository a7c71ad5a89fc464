// Tests that plots can be read without seeing them, by keyboard and as text.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { AnalyticsPeriod, WhatsAppCosts } from '../../../core/api/admin/analytics.ts'
import { stageScreen } from '../../app/stage-screen.fixture.tsx'
import { stage } from '../../stage.fixture.tsx'
import { AnalyticsPage } from './AnalyticsPage.tsx'
import { CostsPlot } from './plots/CostsCard.tsx'
import { FunnelPlot } from './plots/FunnelCard.tsx'
import { Retention } from './plots/RetentionCard.tsx'
import { TrafficPlot } from './plots/TrafficCard.tsx'
import { RangeBar } from './RangeBar.tsx'
import { useAnalyticsView } from './useAnalytics.ts'

const day = (n: number) => `2026-11-${n}T00:00:00Z`
const period: AnalyticsPeriod = {
  ...{ from: day(23), to: day(26), step: 'day', zone: 'UTC', starts: [day(23), day(24), day(25)] },
  ...{ previousFrom: day(20), previousStarts: [day(20), day(21), day(22)], countedUntil: day(26) },
}
const traffic = {
  period,
  series: [
    { key: 'arrived' as const, count: 1204, previous: 1000, points: [400, 404, 400], previousPoints: [300, 300, 400] },
    { key: 'failed' as const, count: 2, previous: 0, points: [0, 2, 0], previousPoints: [0, 0, 0] },
  ],
}

test('the arrow keys read out each moment, with the period before', async () => {
  const screen = await stage(<TrafficPlot data={traffic} isCompared />, ['adminanalytics'])
  const slider = screen.getByRole('slider', { name: /Emails/ })
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/25 Nov.*Arrived 400 \(before: 400\), Failed 0/))
  slider.element().focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(slider).toHaveAttribute('aria-valuetext', expect.stringMatching(/24 Nov.*Arrived 404 \(before: 300\), Failed 2/))
  await userEvent.keyboard('{Home}')
  await expect.element(slider).toHaveAttribute('aria-valuenow', '0')
  await expect.element(screen.getByText('20% more than before (1,000)')).toBeInTheDocument()
  await expect.element(screen.getByText('None before')).toBeVisible()
})

test('the dashed lines are gone when nothing is compared', async () => {
  const screen = await stage(<TrafficPlot data={traffic} isCompared={false} />, ['adminanalytics'])
  await expect.element(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', expect.not.stringContaining('before'))
  expect(screen.container.querySelectorAll('path[stroke-dasharray]')).toHaveLength(0)
})

test('each step of the funnel says how many took it and how fast', async () => {
  const steps = [
    { step: 'signed_up' as const, count: 40, previous: 20, medianSeconds: null, previousMedianSeconds: null },
    { step: 'connected' as const, count: 10, previous: 10, medianSeconds: 330, previousMedianSeconds: null },
  ]
  const screen = await stage(<FunnelPlot data={{ period, steps }} isCompared />, ['adminanalytics'])
  await expect.element(screen.getByRole('listitem').nth(1)).toMatchTextContent(/Connected an email account.*10 · 25%.*median 5.5 min/)
})

test('weeks that are still to come are empty, and no share is a number without its sign', async () => {
  const cohorts = [
    { week: '2026-11-16', size: 10, active: [8, 5] },
    { week: '2026-11-23', size: 4, active: [1] },
  ]
  const screen = await stage(<Retention data={{ period, cohorts }} />, ['adminanalytics'])
  await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(/^23 Nov425%$/)
  await expect.element(screen.getByRole('row').nth(2)).toMatchTextContent(/^16 Nov1080%50%$/)
})

const costs: WhatsAppCosts = {
  ...{ period, currency: null },
  items: [{ category: 'utility', billing: 'billed', count: 2000, previous: 0, price: null, cost: null, previousCost: null }],
}

test('without prices the messages are counted and it says how to set prices', async () => {
  const screen = await stage(<CostsPlot data={costs} isCompared={false} />, ['adminanalytics'])
  await expect.element(screen.getByText(/set WHATSAPP_PRICES/)).toBeVisible()
  await expect.element(screen.getByText('2,000')).toBeVisible()
})

test('with prices the sum is shown, and what has no price is named', async () => {
  const [item] = costs.items
  const items = item
    ? [
        { ...item, price: 0.004, cost: 8, previousCost: 0 },
        { ...item, category: 'service', count: 3 },
      ]
    : []
  const screen = await stage(<CostsPlot data={{ ...costs, currency: 'usd', items }} isCompared={false} />, ['adminanalytics'])
  await expect.element(screen.getByText('$8.00 in this range')).toBeVisible()
  await expect.element(screen.getByText(/3 messages have no price: service/)).toBeVisible()
})

function RangeInUrl() {
  const view = useAnalyticsView()
  return (
    <>
      <RangeBar view={view} />
      <output>{JSON.stringify({ ...view.query, isCompared: view.isCompared })}</output>
    </>
  )
}

test('the range is read from the URL, and a date that is not finished is left out', async () => {
  const screen = await stage(<RangeInUrl />, ['adminanalytics', 'adminui'], '/?range=custom&from=2026-11-01&to=2026-1&zone=UTC&compare=off')
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent(JSON.stringify({ range: 'custom', zone: 'UTC', from: '2026-11-01', isCompared: false }))
  await userEvent.click(screen.getByRole('button', { name: '30 days' }))
  await expect.element(screen.getByRole('status')).toHaveTextContent(JSON.stringify({ range: '30d', zone: 'UTC', isCompared: false }))
})

test('a plot is shown as a table, which stays in the URL, and the API is asked for the range of the URL', async () => {
  const none = {
    period,
    series: [],
    steps: [],
    states: [],
    reasons: [],
    cohorts: [],
    items: [],
    currency: null,
    day: null,
    providers: [],
    servers: [],
  }
  const plots = ['latency', 'outcomes', 'costs', 'funnel', 'retention', 'mailboxes']
  const { requests, screen } = await stageScreen({
    catalogs: ['adminanalytics', 'adminui'],
    at: '/admin/analytics?range=30d&zone=UTC',
    routes: { '/admin/analytics': <AnalyticsPage /> },
    responses: {
      'GET /api/admin/analytics/traffic': () => traffic,
      ...Object.fromEntries(plots.map(plot => [`GET /api/admin/analytics/${plot}`, () => none])),
    },
  })
  await expect.element(screen.getByText(/Data through 26 Nov, 00:00/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  await expect.element(screen.getByRole('row', { name: /24 Nov/ })).toMatchTextContent(/404/)
  await expect.element(screen.getByRole('button', { name: 'Show as chart' })).toBeVisible()
  expect(requests.find(({ path }) => path === '/api/admin/analytics/funnel')?.query.toString()).toBe('range=30d&zone=UTC')
})
