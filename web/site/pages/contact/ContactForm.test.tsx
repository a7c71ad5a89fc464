// Tests what the contact form sends, what it rejects, and what it shows if the operator reads no messages.
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stage } from '../../../stage.fixture.tsx'
import { ContactForm } from './ContactForm.tsx'

const requests: { url: string; body: unknown }[] = []
function fakeServer(error?: { status: number; message: string }) {
  vi.stubGlobal('fetch', async (url: string, init: { body: string }) => {
    requests.push({ url, body: JSON.parse(init.body) })
    return error ? Response.json({ code: 'no', message: error.message }, { status: error.status }) : Response.json({}, { status: 202 })
  })
}
const sentChanges: boolean[] = []
const renderForm = (takesMessages = true) =>
  stage(<ContactForm operator={{ name: 'Tidewell Ltd', address: null, takesMessages }} onSent={hasSent => sentChanges.push(hasSent)} />, [
    'sitecontact',
  ])
afterEach(() => {
  sentChanges.length = 0
  vi.unstubAllGlobals()
  requests.length = 0
})

test('errors are shown at their fields and nothing is sent; a valid message is sent, and the page says where the reply will go', async () => {
  fakeServer()
  const page = await renderForm()
  await userEvent.click(page.getByRole('button', { name: 'Send message' }))
  await expect.element(page.getByText('Enter your email address, like maya@example.com.')).toBeVisible()
  expect(requests).toEqual([])
  await userEvent.fill(page.getByLabelText('Your email'), 'maya@example.com')
  await userEvent.fill(page.getByLabelText('Your message'), 'Does it run on a small server?')
  await userEvent.click(page.getByRole('button', { name: 'Send message' }))
  await expect.element(page.getByText('The server admin will reply to maya@example.com.', { exact: false })).toBeVisible()
  expect(requests).toEqual([
    {
      url: '/api/contact',
      body: { topic: 'question', name: '', email: 'maya@example.com', text: 'Does it run on a small server?', website: '' },
    },
  ])
  await userEvent.click(page.getByRole('button', { name: 'Send another message' }))
  expect(sentChanges).toEqual([true, false])
})

test('an error of the server is shown as it is, and the text is kept', async () => {
  fakeServer({ status: 429, message: 'Send it again in 5 minutes.' })
  const page = await renderForm()
  await userEvent.fill(page.getByLabelText('Your email'), 'maya@example.com')
  await userEvent.fill(page.getByLabelText('Your message'), 'Does it run on a small server?')
  await userEvent.click(page.getByRole('button', { name: 'Send message' }))
  await expect.element(page.getByText('Send it again in 5 minutes.')).toBeVisible()
  await expect.element(page.getByLabelText('Your message')).toHaveValue('Does it run on a small server?')
  expect(sentChanges).toEqual([])
})

test('if nobody reads messages there is no form, but a note on what the operator has to set', async () => {
  const page = await renderForm(false)
  await expect.element(page.getByText('Messages are turned off')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
