// Tests keys and ciphers: a sealed value opens only where it belongs.
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignedBy, newId, newKey, openMasterKey, randomCode, seal, unseal } from './seal.ts'

const context = { userId: 'anna', row: '1', column: 'secret' }

test('a sealed value opens again, byte for byte', () => {
  const key = newKey()
  fc.assert(
    fc.property(fc.uint8Array(), bytes => {
      expect(unseal(key, seal(key, Buffer.from(bytes), context), context)).toEqual(Buffer.from(bytes))
    }),
  )
})

test.each([
  ['another person', { ...context, userId: 'ben' }],
  ['another row', { ...context, row: '2' }],
  ['another column', { ...context, column: 'view' }],
])('a value moved to %s does not open', (_where, other) => {
  const key = newKey()
  expect(() => unseal(key, seal(key, Buffer.from('x'), context), other)).toThrow()
})

test('a flipped bit is detected anywhere', () => {
  const key = newKey()
  const sealed = seal(key, Buffer.from('password'), context)
  for (let i = 0; i < sealed.length; i++) {
    const broken = Buffer.from(sealed)
    broken.writeUInt8(broken.readUInt8(i) ^ 1, i)
    expect(() => unseal(key, broken, context)).toThrow()
  }
})

test('the master key is created once, readable only by its owner, and a damaged one is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mailferry-seal-'))
  const file = join(folder, 'deep', 'master.key')
  const key = openMasterKey(file)
  expect(openMasterKey(file)).toEqual(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 10))
  expect(() => openMasterKey(file)).toThrow('MASTER_KEY_FILE')
  rmSync(folder, { recursive: true })
})

test('later ids sort after earlier ones', () => {
  const early = newId(new Date(1_000_000_000_000))
  const late = newId(new Date(1_000_000_000_001))
  expect(early < late).toBe(true)
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a code has the requested length and no confusing characters', () => {
  for (let n = 1; n <= 64; n++) expect(randomCode(n)).toMatch(new RegExp(`^[A-HJKMNP-Z2-9]{${n}}$`))
})

test('a signature over the same bytes is accepted; one of other bytes, of another secret or not in hex is refused', () => {
  const bytes = Buffer.from('{"a":1}')
  const good = createHmac('sha256', 's').update(bytes).digest('hex')
  expect(isSignedBy('s', bytes, good)).toBe(true)
  expect(isSignedBy('s', Buffer.from('{"a":2}'), good)).toBe(false)
  expect(isSignedBy('t', bytes, good)).toBe(false)
  expect(isSignedBy('s', bytes, 'zz')).toBe(false)
  expect(isSignedBy('s', bytes, '')).toBe(false)
})

test('a sealed value with a shortened tag is refused: four bytes could be guessed', () => {
  const key = newKey()
  const context = { userId: 'u', row: 'r', column: 'c' }
  const sealed = seal(key, Buffer.alloc(0), context)
  expect(unseal(key, sealed, context)).toEqual(Buffer.alloc(0))
  for (const bytes of [0, 4, 8, 12, 15]) expect(() => unseal(key, sealed.subarray(0, 12 + bytes), context)).toThrow()
})
