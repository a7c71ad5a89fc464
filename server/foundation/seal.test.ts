// Keys and ciphers: what is sealed opens only where it belongs.
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignedBy, newId, newKey, openMasterKey, randomCode, seal, unseal } from './seal.ts'

const place = { userId: 'anna', row: '1', column: 'secret' }

test('what was sealed opens again, byte for byte', () => {
  const key = newKey()
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      expect(unseal(key, seal(key, Buffer.from(bytes), place), place)).toEqual(Buffer.from(bytes))
    }),
  )
})

test.each([
  ['another person', { ...place, userId: 'ben' }],
  ['another row', { ...place, row: '2' }],
  ['another column', { ...place, column: 'view' }],
])('a value moved to %s does not open', (_where, other) => {
  const key = newKey()
  expect(() => unseal(key, seal(key, Buffer.from('x'), place), other)).toThrow()
})

test('a flipped bit is noticed wherever it is', () => {
  const key = newKey()
  const sealed = seal(key, Buffer.from('password'), place)
  for (let i = 0; i < sealed.length; i++) {
    const broken = Buffer.from(sealed)
    broken.writeUInt8(broken.readUInt8(i) ^ 1, i)
    expect(() => unseal(key, broken, place)).toThrow()
  }
})

test('the master key is made once, for its owner alone, and a damaged one is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-seal-'))
  const file = join(folder, 'deep', 'master.key')
  const key = openMasterKey(file)
  expect(openMasterKey(file)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 10))
  expect(() => openMasterKey(file)).toThrow('MASTER_KEY_FILE')
  rmSync(folder, { recursive: true })
})

test('ids of a later hour sort behind earlier ones', () => {
  const early = newId(new Date(1_000_000_000_000))
  const late = newId(new Date(1_000_000_000_001))
  expect(early < late).toBe(true)
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a code has the asked length and no letter that is misread', () => {
  for (let n = 1; n <= 64; n++) expect(randomCode(n)).toMatch(new RegExp(`^[A-HJKMNP-Z2-9]{${n}}$`))
})

test('a signature over the same bytes is known; of other bytes, another secret or no hex at all it is refused', () => {
  const bytes = Buffer.from('{"a":1}')
  const good = createHmac('sha256', 's').update(bytes).digest('hex')
  expect(isSignedBy('s', bytes, good)).toBe(true)
  expect(isSignedBy('s', Buffer.from('{"a":2}'), good)).toBe(false)
  expect(isSignedBy('t', bytes, good)).toBe(false)
  expect(isSignedBy('s', bytes, 'zz')).toBe(false)
  expect(isSignedBy('s', bytes, '')).toBe(false)
})
