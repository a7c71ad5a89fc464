// Tests security.txt: complete by RFC 9116 while someone reads reports, absent otherwise.
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { serveSecurityTxt } from './security-txt.ts'

test('it names the contact page and expires within a year, and is absent while nobody takes messages', async () => {
  let isRead = true
  const app = Fastify()
  serveSecurityTxt(app, { publicUrl: 'https://mail.example', takesMessages: () => isRead })
  const { body } = await app.inject('/.well-known/security.txt')
  expect(body).toContain('Contact: https://mail.example/contact\n')
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '')
  expect(expires - Date.now()).toBeGreaterThan(0)
  expect(expires - Date.now()).toBeLessThan(365 * 24 * 3_600_000)
  isRead = false
  expect((await app.inject('/.well-known/security.txt')).statusCode).toBe(404)
  await app.close()
})
