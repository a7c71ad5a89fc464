// Tests the verification of access tokens with real keys of both algorithms.
import { expect, test } from 'vitest'
import { makeKey } from './session.fixture.ts'
import { verifyToken } from './signing-keys.ts'

const keys = { ES256: await makeKey('ES256', 'a'), RS256: await makeKey('RS256', 'b') }
const jwks = [keys.ES256.jwk, keys.RS256.jwk]
const expired = { sub: 'x', exp: 1 }

test.each(['ES256', 'RS256'] as const)('a token signed with %s is accepted, however old', async alg => {
  await expect(verifyToken(await keys[alg].sign(expired), jwks)).resolves.toBeUndefined()
})

test('without any key: JWKS is empty', async () => {
  await expect(verifyToken(await keys.ES256.sign(expired), [])).rejects.toThrow(/^JWKS is empty$/)
})

test.each([
  ['with an unknown key', async () => (await makeKey('ES256', 'c')).sign(expired)],
  ['that is not a JWT', async () => 'nonsense'],
  ['with an unknown algorithm', async () => `${btoa('{"alg":"none","kid":"a"}')}.e30.`],
])('a token %s: No matching signing key found in JWKS', async (_name, token) => {
  await expect(verifyToken(await token(), jwks)).rejects.toThrow(/^No matching signing key found in JWKS$/)
})

test.each([
  ['another key of the same name', async () => (await makeKey('ES256', 'a')).sign(expired)],
  ['a changed payload', async () => (await keys.RS256.sign(expired)).replace(/\.[^.]+\./, `.${btoa('{"sub":"y"}').replaceAll('=', '')}.`)],
  ['half a signature', async () => (await keys.ES256.sign(expired)).slice(0, -43)],
])('%s: Invalid JWT signature', async (_name, token) => {
  await expect(verifyToken(await token(), jwks)).rejects.toThrow(/^Invalid JWT signature$/)
})
