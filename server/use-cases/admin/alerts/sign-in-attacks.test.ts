// Tests that attacks on sign-in are measured, whether they come from one network or try many accounts.
import { expect, test } from 'vitest'
import { type FailedSignIn, judgeFailedSignIns } from './sign-in-attacks.ts'

const attempts = (count: number, ip: (n: number) => string | null, account: (n: number) => string): FailedSignIn[] =>
  Array.from({ length: count }, (_, n) => ({ ip: ip(n), account: account(n) }))

test('many tries from one network are one subject, whichever of its addresses they come from', () => {
  const tries = attempts(
    60,
    n => `203.0.113.${n}`,
    () => 'ana@example.com',
  )
  expect(judgeFailedSignIns(tries)).toEqual([
    { rule: 'sign_in_network', subject: '203.0.113.0/24', value: 60 },
    { rule: 'sign_in_accounts', subject: '', value: 1 },
  ])
})

test('tries against many accounts are seen even when each comes from a network of its own', () => {
  const tries = attempts(
    120,
    n => `10.${n}.0.1`,
    n => `user-${n}`,
  )
  expect(judgeFailedSignIns(tries)).toEqual([{ rule: 'sign_in_accounts', subject: '', value: 120 }])
})

test('a mistyped password is no subject, and at most ten networks are', () => {
  expect(
    judgeFailedSignIns(
      attempts(
        4,
        () => '203.0.113.1',
        () => 'ana',
      ),
    ).map(({ rule }) => rule),
  ).toEqual(['sign_in_accounts'])
  const tries = attempts(
    300,
    n => `10.${n % 30}.0.1`,
    () => 'ana',
  )
  expect(judgeFailedSignIns(tries).filter(({ rule }) => rule === 'sign_in_network')).toHaveLength(10)
  expect(
    judgeFailedSignIns(
      attempts(
        9,
        () => null,
        () => 'ana',
      ),
    ),
  ).toHaveLength(1)
})
