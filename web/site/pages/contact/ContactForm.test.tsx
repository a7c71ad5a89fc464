// Tests what the contact form sends, what it rejects, and how it looks where nobody reads messages.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stage } from '../../../stage.fixture.tsx'
import { ContactForm } from './ContactForm.tsx'

const asked: { url: string; body: unknown }[] = []
function server(refusal?: { status: number; message: string }) {
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    asked.push({ url, body: JSON.parse(init.body) })
    return refusal
      ? Response.json({ code: 'no', message: refusal.message }, { status: refusal.status })
      : Response.json({}, { status: 202 })
  })
}
const left: boolean[] = []
const open = (takesMessages = true) =>
  stage(<ContactForm operator={{ name: 'Tidewell Ltd', address: null, takesMessages }} onLeft={hasLeft => left.push(hasLeft)} />, [
    'sitecontact',
  ])
afterEach(() => {
  left.length = 0
  vi.unstubAllGlobals()
  asked.length = 0
})

test('what is wrong is said at its field and nothing leaves; then the message does, and the page says where the answer goes', async () => {
  server()
  const page = await open()
  await userEvent.click(page.getByRole('button', { name: 'Send the message' }))
  await expect.element(page.getByText('Enter your e-mail address, like maya@example.com.')).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.fill(page.getByLabelText('Where may the answer go?'), 'maya@example.com')
  await userEvent.fill(page.getByLabelText('Your message'), 'Does it run on a small server?')
  await userEvent.click(page.getByRole('button', { name: 'Send the message' }))
  await expect.element(page.getByText('The answer goes to maya@example.com.', { exact: false })).toBeVisible()
  expect(asked).toEqual([
    {
      url: '/api/contact',
      body: { topic: 'question', name: '', email: 'maya@example.com', text: 'Does it run on a small server?', website: '' },
    },
  ])
  await userEvent.click(page.getByRole('button', { name: 'Write another one' }))
  expect(left).toEqual([true, false])
})

test('a refusal is shown as the server says it, and the text stays', async () => {
  server({ status: 429, message: 'Send it again in 5 minutes.' })
  const page = await open()
  await userEvent.fill(page.getByLabelText('Where may the answer go?'), 'maya@example.com')
  await userEvent.fill(page.getByLabelText('Your message'), 'Does it run on a small server?')
  await userEvent.click(page.getByRole('button', { name: 'Send the message' }))
  await expect.element(page.getByText('Send it again in 5 minutes.')).toBeVisible()
  await expect.element(page.getByLabelText('Your message')).toHaveValue('Does it run on a small server?')
  expect(left).toEqual([])
})

test('where nobody reads messages there is no form, but what the operator has to set', async () => {
  const page = await open(false)
  await expect.element(page.getByText('Nobody reads messages on this server yet')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
