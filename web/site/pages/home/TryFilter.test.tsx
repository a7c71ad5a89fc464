// Tests that the filter demo agrees with the real filter engine and shows the matching emails on the phone.
import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { stage } from '../../../stage.fixture.tsx'
import { wordsFor } from '../../../words/words.tsx'
import { runFilter } from './engine.ts'
import { makeSamples, resultWithoutEngine, splitWords } from './samples.ts'
import { TryFilter } from './TryFilter.tsx'

const shows = (part: Locator, text: string) => expect.poll(() => part.element().textContent).toContain(text)

test('the initial results equal those of the engine', async () => {
  const page = await stage(<TryFilter />, ['site'])
  const t = wordsFor('en').of('site')
  const words = splitWords(t('try.start'))
  const samples = makeSamples(t)
  const withoutEngine = samples.map(sample => resultWithoutEngine(words, sample))
  expect(runFilter(words, samples)).toEqual(withoutEngine)
  expect(withoutEngine.filter(result => result.isForwarded)).toHaveLength(3)
  await shows(page.getByRole('status'), '3 of 7 emails would be forwarded.')
})

test('typed words are matched by the engine anywhere in an email, and the phone shows the result', async () => {
  const page = await stage(<TryFilter />, ['site'])
  const phone = page.getByRole('group', { name: 'WhatsApp on a phone' })
  await userEvent.fill(page.getByLabelText('Forward an email if it contains'), 'HALF OFF')
  await shows(page.getByRole('status'), '1 of 7 emails would be forwarded.')
  await expect.element(page.getByText('half off', { exact: true })).toBeVisible()
  await shows(phone, 'Weekend offers on everything\nFrom: FreshCart <hello@freshcart.example>\nFilter: My words')
  await userEvent.fill(page.getByLabelText('Forward an email if it contains'), 'zebra')
  await shows(phone, 'Nothing matches. The phone stays quiet.')
  await userEvent.fill(page.getByLabelText('Forward an email if it contains'), ' , ')
  await shows(page.getByRole('status'), '0 of 7 emails would be forwarded.')
})

test('a suggestion fills in its words', async () => {
  const page = await stage(<TryFilter />, ['site'])
  await userEvent.click(page.getByRole('button', { name: 'School' }))
  await shows(page.getByRole('status'), '1 of 7 emails would be forwarded.')
  await shows(page.getByRole('list', { name: 'Seven sample emails' }), 'Field day moved to Friday')
})
