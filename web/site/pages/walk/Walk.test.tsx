// Tests the walk-through of an email: buttons, arrow keys, and the decision of the real engine.
import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { stage } from '../../../stage.fixture.tsx'
import { Walk } from './Walk.tsx'

const shows = (part: Locator, text: string) => expect.poll(() => part.element().textContent).toContain(text)

test('an invoice is forwarded step by step by the filter that the engine matched', async () => {
  const page = await stage(<Walk />, ['sitehowitworks', 'sentence'])
  const stop = page.getByRole('status')
  await shows(stop, 'Kesi Print Works')
  for (let n = 0; n < 3; n++) await userEvent.click(page.getByRole('button', { name: 'Next' }))
  await shows(stop, 'Matched: Bills and receipts. One message for your phone.')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await shows(stop, 'Filter: Bills and receipts')
  await expect.element(page.getByRole('group', { name: 'WhatsApp on a phone' })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  await shows(stop, 'Once WhatsApp accepts one')
})

test('a newsletter of the same bank isn’t forwarded, and the deciding exception is shown', async () => {
  const page = await stage(<Walk />, ['sitehowitworks', 'sentence'])
  await userEvent.click(page.getByRole('button', { name: 'a newsletter' }))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await shows(page.getByRole('status'), 'but not when From contains news@')
  expect(
    page
      .getByText('news@', { exact: true })
      .elements()
      .map(element => element.tagName),
  ).toContain('MARK')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  await shows(page.getByRole('status'), 'Not matched. Nothing is sent.')
  await expect.element(page.getByRole('button', { name: 'Delivered' })).toBeDisabled()
})
