// Tests the verification of access tokens with real keys of both algorithms.
import { expect, test } from 'vitest'
import { makeKey } from './session.fixture.ts'
import { judgeToken } from './signing-keys.ts'

const keys = { ES256: await makeKey('ES256', 'a'), RS256: await makeKey('RS256', 'b') }
const list = [keys.ES256.jwk, keys.RS256.jwk]
const expired = { sub: 'x', exp: 1 }

test.each(['ES256', 'RS256'] as const)('a token signed by %s is believed, however old', async alg => {
  await expect(judgeToken(await keys[alg].sign(expired), list)).resolves.toBeUndefined()
})

test('without any key: JWKS is empty', async () => {
  await expect(judgeToken(await keys.ES256.sign(expired), [])).rejects.toThrow(/^JWKS is empty$/)
})

test.each([
  ['of an unknown key', async () => (await makeKey('ES256', 'c')).sign(expired)],
  ['that is none', async () => 'nonsense'],
  ['without a signature of a known kind', async () => `${btoa('{"alg":"none","kid":"a"}')}.e30.`],
])('a token %s: No matching signing key found in JWKS', async (_name, token) => {
  await expect(judgeToken(await token(), list)).rejects.toThrow(/^No matching signing key found in JWKS$/)
})

test.each([
  ['another key of the same name', async () => (await makeKey('ES256', 'a')).sign(expired)],
  ['a changed payload', async () => (await keys.RS256.sign(expired)).replace(/\.[^.]+\./, `.${btoa('{"sub":"y"}').replaceAll('=', '')}.`)],
  ['half a signature', async () => (await keys.ES256.sign(expired)).slice(0, -43)],
])('%s: Invalid JWT signature', async (_name, token) => {
  await expect(judgeToken(await token(), list)).rejects.toThrow(/^Invalid JWT signature$/)
})
