// Opens links in our emails as mail scanners do: nothing is used up, and no address is confirmed by a look.
import { expect, test } from 'vitest'
import { authServer, call, clients, openLink, roomy, somebody } from './auth-wire.ts'
import { testDatabase } from './database.ts'

const { db } = await testDatabase()
const site = 'http://mailferry.example'
const server = await authServer(db, {
  linkPage: `${site}/confirm`,
  switches: { ...roomy, autoconfirm: false, redirectAllow: ['https://app.example.com/**'] },
})

const confirmedAt = async (email: string) =>
  (await db.selectFrom('users').select('email_confirmed_at').where('email', '=', email).executeTakeFirstOrThrow()).email_confirmed_at

/** The page that an email's link leads to, with what stands in its fragment. */
async function pageOf(email: string) {
  const { text } = await server.mailTo(email)
  const page = new URL(/https?:\S+\/confirm\S+/.exec(text)?.[0] ?? 'none:')
  return { page, fields: Object.fromEntries(new URLSearchParams(page.hash.slice(1))) }
}

test.each([
  ['by the usual flow', {}],
  ['with a code challenge, which is as good to a scanner', { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }],
])('somebody else’s address is not confirmed because its mail is scanned, %s', async (_name, challenge) => {
  const victim = somebody()
  await call(server, 'POST', '/signup', { ...victim, ...challenge })
  const { page, fields } = await pageOf(victim.email)
  expect(page.href.split('#')[0]).toBe(`${site}/confirm`)
  await fetch(server.url + page.pathname)
  expect(await confirmedAt(victim.email)).toBeNull()
  // The button: it works once, on whatever device.
  const proof = { type: fields['type'], token_hash: fields['token_hash'] }
  expect(await call(server, 'POST', '/verify', proof)).toMatchObject({ status: 200, body: { user: { email: victim.email } } })
  expect(await confirmedAt(victim.email)).not.toBeNull()
  expect((await call(server, 'POST', '/verify', proof)).status).toBe(403)
})

test.each(clients)('an app on another site gets the wire’s own link, by supabase-js %s', async (_name, open) => {
  const person = somebody()
  await server.auth.createUser(person)
  const redirectTo = 'https://app.example.com/back'
  await open(server.url).auth.resetPasswordForEmail(person.email, { redirectTo })
  const target = await openLink(server, await server.mailTo(person.email))
  expect(target.origin + target.pathname).toBe(redirectTo)
  expect(target.hash).toContain('access_token=')
})
