// Tests that a description becomes a filter only after it was shown and confirmed.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testMailbox } from '../../queries/mailboxes.fixture.ts'
import { testId } from '../../queries/messages.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { DescribeFilter } from './DescribeFilter.tsx'
import type { UseFilter } from './DescriptionResult.tsx'

afterEach(() => vi.unstubAllGlobals())

async function describeFilter(sentence: string, mailboxes: string[] = []) {
  const onUse = vi.fn<UseFilter>()
  const { requests } = await stageScreen({
    catalogs: ['editor', 'builder', 'oncall'],
    at: '/',
    routes: { '/': <DescribeFilter onUse={onUse} /> },
    responses: {
      'GET /api/mailboxes': () => ({ items: mailboxes.map((address, i) => testMailbox({ id: testId(i + 1), address })), next: null }),
    },
  })
  await expect.poll(() => requests.some(request => request.path === '/api/mailboxes')).toBe(true)
  await page.getByRole('textbox', { name: 'Describe it in your own words' }).fill(sentence)
  await userEvent.keyboard('{Enter}')
  return onUse
}

test('the understood filter is shown, and used once it is confirmed', async () => {
  const onUse = await describeFilter('forward newsletters')
  await expect.element(page.getByText(/is a newsletter/)).toBeVisible()
  expect(onUse).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Use this filter' }).click()
  expect(onUse.mock.calls[0]?.[0]).toEqual({ field: 'newsletter', operator: 'is' })
  expect(onUse.mock.calls[0]?.[1]).toEqual([{ kind: 'forward', destinationIds: [] }])
})

test('an unsupported request is pointed out', async () => {
  await describeFilter('angry mails from my landlord')
  await expect.element(page.getByText(/Filters can’t tell the mood of an email\./)).toBeVisible()
})

test('a filter of which only the exception was understood is never offered', async () => {
  await describeFilter('forward a pdf that mentions contract but not from Bruno')
  await expect.element(page.getByText(/would forward nearly every email/)).toBeVisible()
  await expect.element(page.getByText(/Every email, unless/)).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: /Use this part|Use this filter/ }).elements()).toEqual([])
})

test('emails with a file that mention a word have both', async () => {
  const onUse = await describeFilter('mails with a pdf that mention contract but not from Bruno')
  await page.getByRole('button', { name: 'Use this filter' }).click()
  const used = JSON.stringify(onUse.mock.calls[0]?.[0])
  expect(used).toContain('"attachment_type","operator":"is","values":["pdf"]')
  expect(used).toContain('"contains","values":["contract"]')
  expect(used).toContain('{"none":[{"field":"from","operator":"contains","values":["bruno"]}]}')
})

test('what was read is dropped as soon as the sentence is changed', async () => {
  await describeFilter('forward newsletters')
  await expect.element(page.getByRole('button', { name: 'Use this filter' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Describe it in your own words' }).fill('forward newsletters from anna')
  await expect.element(page.getByRole('button', { name: 'Use this filter' })).not.toBeInTheDocument()
})

test.each([
  ['forward mails from my boss', /Whose emails do you mean/],
  ['invoices from my bank', /Which name or address does “bank” write from/],
])('an open question is asked, and its answer completes the filter: %s', async (sentence, question) => {
  const onUse = await describeFilter(sentence)
  await page.getByRole('textbox', { name: question }).fill('anna@example.com')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Use this filter' }).click()
  expect(JSON.stringify(onUse.mock.calls[0]?.[0])).toContain('anna@example.com')
})

test('a word that names one mailbox selects it', async () => {
  const onUse = await describeFilter('invoices in my work inbox', ['maya@work.example', 'maya@home.example'])
  await page.getByRole('button', { name: 'Use this filter' }).click()
  expect(JSON.stringify(onUse.mock.calls[0]?.[0])).toContain('"field":"mailbox","operator":"is","values":["maya@work.example"]')
})

test('a day without a year gets a year', async () => {
  const onUse = await describeFilter('invoices since 3 January')
  await page.getByRole('button', { name: 'Use this filter' }).click()
  expect(JSON.stringify(onUse.mock.calls[0]?.[0])).toMatch(/"day":"20\d\d-01-03"/)
})
