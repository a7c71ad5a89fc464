// Tests the unsubscribe link in the email about a new sign-in, used by a mail program's one click and by hand.
import { expect, test } from 'vitest'
import { authServer, call, type Mailed, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const server = await authServer(db, { switches: roomy })
const agents = ['Chrome/140.0 (Windows NT 10.0)', 'Firefox/140.0 (X11; Linux)', 'Edge', 'OPR/9 (Windows)'] as const

const signIn = (person: object, userAgent: string) =>
  call(server, 'POST', '/token?grant_type=password', person, { 'user-agent': userAgent })

/** Somebody who has just been told of a new device. */
async function warned() {
  const person = somebody()
  const id = String(await server.auth.createUser(person))
  await signIn(person, agents[0])
  await signIn(person, agents[1])
  const mail = await server.mailTo(person.email)
  return { person, id, mail, path: pathOf(mail) }
}

function pathOf({ headers = {} }: Mailed): string {
  const [, link = ''] = /^<(https?:[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? []
  expect(new URL(link).origin).toBe('http://mailferry.example')
  return new URL(link).pathname
}

async function ask(method: string, path: string, body?: string, type = 'application/x-www-form-urlencoded') {
  const response = await fetch(server.url + path, {
    method,
    redirect: 'manual',
    ...(body !== undefined && { body, headers: { 'content-type': type } }),
  })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const boundary = 'x'
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
test.each([
  ['List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
  [multipart, `multipart/form-data; boundary=${boundary}`],
  ['choice=off', 'application/x-www-form-urlencoded'],
])('one post of %j as %s stops the notices, which are still logged', async (body, type) => {
  const { person, id, mail, path } = await warned()
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  expect(await ask('POST', path, body, type)).toMatchObject({ status: 200, text: expect.stringContaining('These emails are off') })
  await signIn(person, agents[2])
  expect((await server.mailTo(person.email)).id).toBe(mail.id)
  const logged = await db
    .selectFrom('activity_logs')
    .where('user_id', '=', id)
    .where('action', '=', 'suspicious_activity')
    .select('id')
    .execute()
  expect(logged).toHaveLength(2)
})

test('to look at the link asks and changes nothing', async () => {
  const { person, mail, path } = await warned()
  for (const method of ['GET', 'HEAD']) await ask(method, path)
  const page = await ask('GET', path)
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' })
  expect(page.text).toContain('Nothing has changed yet.')
  expect(page.text).toMatch(/<form method="post"><button name="choice" value="off">/)
  expect(await db.selectFrom('email_preferences').selectAll().execute()).toHaveLength(3)
  await signIn(person, agents[2])
  expect((await server.mailTo(person.email)).id).not.toBe(mail.id)
})

test('people can turn them on again on the same page', async () => {
  const { person, mail, path } = await warned()
  await ask('POST', path, 'choice=off')
  expect((await ask('GET', path)).text).toContain('value="on"')
  expect((await ask('POST', path, 'choice=on')).text).toContain('These emails are on')
  await signIn(person, agents[3])
  expect((await server.mailTo(person.email)).id).not.toBe(mail.id)
})

test('a link speaks for its own person alone, and what we did not make or who is gone is 404', async () => {
  const [one, two] = [await warned(), await warned()]
  await ask('POST', one.path, 'choice=off')
  expect((await ask('GET', two.path)).text).toContain('Nothing has changed yet.')
  const token = one.path.split('/').at(-1) ?? ''
  for (const wrong of [`${token.slice(0, -2)}AA`, token.slice(0, 20), 'x', 'x'.repeat(90)])
    for (const method of ['GET', 'POST'])
      expect(await ask(method, `/unsubscribe/${wrong}`, method === 'POST' ? 'choice=off' : undefined)).toMatchObject({ status: 404 })
  await db.deleteFrom('users').where('id', '=', one.id).execute()
  expect((await ask('GET', one.path)).status).toBe(404)
  expect(await ask('POST', one.path, 'choice=off')).toMatchObject({ status: 404, text: expect.stringContaining('This link doesn’t work') })
})

test('emails that people requested themselves have no such link', async () => {
  const { person } = await warned()
  await call(server, 'POST', '/recover', { email: person.email })
  expect((await server.mailTo(person.email)).headers).toBeUndefined()
})
