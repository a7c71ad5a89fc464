// Tests that a password which everybody tries first is refused without asking any other server.
import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { refuseWeak } from './passwords.ts'

test.each(['password', 'Password1', 'iloveyou', 'qwertyuiop', 'football', '12345678', 'TRUSTNO1'])('%s is refused', async password => {
  await expect(refuseWeak(password, 8, async () => false)).rejects.toMatchObject({ code: 'weak_password', details: { reasons: ['pwned'] } })
})

test('a password of one’s own is taken, and the list is not empty by mistake', async () => {
  await expect(refuseWeak('a long pass phrase of anna', 8, async () => false)).resolves.toBeUndefined()
  const random = Array.from({ length: 20_000 }, (_, n) => `own words ${n} and more`)
  expect(random.filter(isCommonPassword).length).toBeLessThan(3)
})
