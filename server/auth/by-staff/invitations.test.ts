// Tests that strangers who use up the emails of sign-ups leave invitations by staff alone, and that those have a limit of their own.
import { expect, test, vi } from 'vitest'
import { authServer } from '../../../test/auth-wire.ts'
import { testDatabase } from '../../../test/database.ts'

const { db } = await testDatabase()
const hour = 3600
const server = await authServer(db, {
  switches: { limits: { emails: { points: 1, seconds: hour }, invitations: { points: 2, seconds: hour } } },
})
const change = { check: async () => undefined, record: async () => undefined }
const invite = (staff: string, name: string) => server.auth.byStaff.invite(staff, `${name}@example.org`, change)
const askForLink = (name: string) =>
  fetch(`${server.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.org` }),
  }).then(({ status }) => status)

test('with no email left for sign-ups, staff still invite, each within their own limit', async () => {
  expect(await askForLink('eve')).toBe(200)
  await vi.waitFor(async () => expect(await askForLink(`eva-${crypto.randomUUID()}`)).toBe(429))
  await invite('ada', 'first')
  await invite('ada', 'second')
  await expect(invite('ada', 'third')).rejects.toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
  await invite('ben', 'third')
  expect(await server.mailTo('third@example.org')).toMatchObject({ subject: expect.stringMatching(/invited/i) })
  await expect(invite('ben', 'third')).rejects.toMatchObject({ status: 429 })
})
