// Tests that the signed-in area updates without a reload or polling, and polls while the socket is down.
import { enter, sendMail, settledPerson } from './people.ts'
import { expect, test } from './watched.ts'

test('a mail that arrives shows in the list at once, while nobody polls', async ({ page, baseURL }) => {
  const settled = await settledPerson(baseURL ?? '')
  const listens = page.waitForEvent('websocket', socket => socket.url().includes('/realtime/v1/websocket'))
  await enter(page, settled.email)
  await page.goto('/dashboard')
  const socket = await listens
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('Subscribed to PostgreSQL'))
  await page.getByRole('link', { name: 'Forwarded emails' }).first().click()
  await expect(page.getByRole('link', { name: /Invoice 7/ })).toBeVisible()
  const asked: string[] = []
  page.on('request', request => void (request.url().includes('/api/messages') && asked.push(request.url())))
  // Longer than two polls of a screen that is not live, once all is told of the mails that came before.
  await expect(async () => {
    asked.length = 0
    await page.waitForTimeout(7000)
    expect(asked).toEqual([])
  }).toPass()
  await sendMail(settled.address, { subject: 'Invoice 8', text: 'Please pay 8.' })
  await expect(page.getByRole('link', { name: /Invoice 8/ })).toContainText(/Delivered|Read/)
  expect(asked.length).toBeGreaterThan(0)
})

test('where no socket comes about the list polls', async ({ page, baseURL }) => {
  const settled = await settledPerson(baseURL ?? '')
  await page.routeWebSocket(/realtime/, socket => socket.close())
  await enter(page, settled.email)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Forwarded emails' }).first().click()
  await expect(page.getByRole('link', { name: /Invoice 7/ })).toBeVisible()
  await sendMail(settled.address, { subject: 'Invoice 9', text: 'Please pay 9.' })
  await expect(page.getByRole('link', { name: /Invoice 9/ })).toContainText(/Delivered|Read/)
})
