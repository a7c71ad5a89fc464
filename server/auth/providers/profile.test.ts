// Tests reading a profile from a provider's claims, and whether its address counts as verified.
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { openOutside } from '../../foundation/outside.ts'
import { gitHubProvider } from './github.ts'
import { isOwnedAtMicrosoft, isTrueClaim, readIdentityProfile } from './profile.ts'

const always = () => true
const base = { iss: 'https://id.example', sub: 's' }

test('names and pictures are limited in length, and a picture must be a URL', () => {
  const { about } = readIdentityProfile(
    { ...base, name: 'x'.repeat(999), picture: 'javascript:alert(1)', preferred_username: ' ada ' },
    always,
  )
  expect(about).toEqual({ name: 'x'.repeat(200), full_name: 'x'.repeat(200), preferred_username: 'ada', user_name: 'ada' })
  expect(() => readIdentityProfile({ iss: 'https://id.example' }, always)).toThrow()
})

test('an address is lowercased, and an invalid one is never verified', () => {
  expect(readIdentityProfile({ ...base, email: ' Ada@Example.COM' }, always)).toMatchObject({ email: 'ada@example.com', isVerified: true })
  expect(readIdentityProfile({ ...base, email: 'ada' }, always)).toMatchObject({ email: null, isVerified: false })
  // The Kelvin sign lowercases to a plain k: another mailbox would count as mike@example.com.
  expect(readIdentityProfile({ ...base, email: 'mi\u212ae@example.com' }, always)).toMatchObject({ email: null, isVerified: false })
  expect([isTrueClaim(true), isTrueClaim('true'), isTrueClaim('yes'), isTrueClaim(1), isTrueClaim(undefined)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test.each([
  [{}, false],
  [{ email_verified: true }, false],
  [{ xms_edov: true }, true],
  [{ xms_edov: '1' }, true],
  [{ xms_edov: false }, false],
  [{ tid: '9188040d-6c67-4c5b-b112-36a304b66dad' }, true],
  [{ tid: '11111111-1111-4111-8111-111111111111', email: 'boss@victim.example' }, false],
])('Microsoft verifies the address for %j: %s', (claims, owned) => {
  expect(isOwnedAtMicrosoft(claims)).toBe(owned)
})

test('GitHub returns the profile from its API, and verifies only the primary address', async () => {
  const requested: string[] = []
  let primary = { email: 'Ada@Example.com', primary: true, verified: true }
  const server = createServer((request, response) => {
    requested.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    const body = request.url?.endsWith('/user')
      ? { id: 7, login: 'ada', name: null, avatar_url: 'https://pictures.example/7' }
      : request.url?.endsWith('/emails')
        ? [{ email: 'old@example.com', primary: false, verified: true }, primary]
        : { access_token: 'gho_x', token_type: 'bearer', scope: 'user:email' }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const deps = { outside: openOutside({ allow: [], loopback: true }), now: () => new Date(), timeoutMs: 5_000 }
  const provider = gitHubProvider({ clientId: 'c', clientSecret: 's', url }, deps)
  const flow = { state: 'st', nonce: 'n', verifier: 'v'.repeat(43) }
  const page = new URL(
    await provider.authorizationUrl({ ...flow, redirectUri: 'https://m.example/callback', scopes: ['repo'], parameters: {} }),
  )
  expect(page.pathname).toBe('/login/oauth/authorize')
  expect(Object.fromEntries(page.searchParams)).toMatchObject({ scope: 'user:email repo', state: 'st', code_challenge_method: 'S256' })
  const back = new URL('https://m.example/callback?code=x&state=st')
  expect(await provider.exchange(back, flow)).toMatchObject({
    profile: {
      issuer: `${url}/api/v3`,
      subject: '7',
      email: 'ada@example.com',
      isVerified: true,
      about: { name: 'ada', user_name: 'ada' },
    },
    accessToken: 'gho_x',
    refreshToken: null,
  })
  expect(requested).toContain('GET /api/v3/user/emails Bearer gho_x')
  primary = { ...primary, verified: false }
  expect((await provider.exchange(back, flow)).profile).toMatchObject({ email: 'ada@example.com', isVerified: false })
  await expect(provider.exchange(new URL('https://m.example/callback?code=x&state=other'), flow)).rejects.toThrow()
  expect(provider.readIdToken).toBeNull()
})
