// Tests that a description becomes a filter only after it was shown and confirmed.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mailbox } from '../../queries/mailboxes.fixture.ts'
import { idOf } from '../../queries/messages.fixture.ts'
import { stageScreen } from '../../stage-screen.fixture.tsx'
import { DescribeFilter } from './DescribeFilter.tsx'
import type { Use } from './DescriptionResult.tsx'

afterEach(() => vi.unstubAllGlobals())

async function say(sentence: string, mailboxes: string[] = []) {
  const onUse = vi.fn<Use>()
  const { asked } = await stageScreen({
    catalogs: ['editor', 'builder', 'oncall'],
    at: '/',
    routes: { '/': <DescribeFilter onUse={onUse} /> },
    answers: { 'GET /api/mailboxes': () => ({ items: mailboxes.map((address, i) => mailbox({ id: idOf(i + 1), address })), next: null }) },
  })
  await expect.poll(() => asked.some(ask => ask.path === '/api/mailboxes')).toBe(true)
  await page.getByRole('textbox', { name: 'Say it in your words' }).fill(sentence)
  await userEvent.keyboard('{Enter}')
  return onUse
}

test('what was understood is said again and becomes the filter once it is confirmed', async () => {
  const onUse = await say('forward newsletters')
  await expect.element(page.getByText(/is a newsletter/)).toBeVisible()
  expect(onUse).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Yes, use this' }).click()
  expect(onUse.mock.calls[0]?.[0]).toEqual({ field: 'newsletter', operator: 'is' })
  expect(onUse.mock.calls[0]?.[1]).toEqual([{ kind: 'forward', destinationIds: [] }])
})

test('what cannot be had is said so', async () => {
  await say('angry mails from my landlord')
  await expect.element(page.getByText(/Filters cannot tell the mood of a mail\./)).toBeVisible()
})

test.each([
  ['forward mails from my boss', /Whose mails do you mean/],
  ['invoices from my bank', /Which name or address does “bank” write from/],
])('an open question is asked, and the answer completes the filter: %s', async (sentence, question) => {
  const onUse = await say(sentence)
  await page.getByRole('textbox', { name: question }).fill('anna@example.com')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Yes, use this' }).click()
  expect(JSON.stringify(onUse.mock.calls[0]?.[0])).toContain('anna@example.com')
})

test('a mailbox that one word names is that one, and of two it is asked which', async () => {
  const onUse = await say('invoices in my work inbox', ['maya@work.example', 'maya@home.example'])
  await page.getByRole('button', { name: 'Yes, use this' }).click()
  expect(JSON.stringify(onUse.mock.calls[0]?.[0])).toContain('"field":"mailbox","operator":"is","values":["maya@work.example"]')
})

test('a day without a year is the next one of today', async () => {
  const onUse = await say('invoices since 3 January')
  await page.getByRole('button', { name: 'Yes, use this' }).click()
  expect(JSON.stringify(onUse.mock.calls[0]?.[0])).toMatch(/"day":"20\d\d-01-03"/)
})
