// Tests which changes of roles and accounts staff are refused.
import { describe, expect, test } from 'vitest'
import { type RoleChange, refuseAccountLoss, refuseRoleChange } from './role-change.ts'
import { accountState, forGood } from './suspension.ts'

const revoke: RoleChange = {
  ...{ actorId: 'olga', targetId: 'ben', role: 'admin', change: 'revoke', roles: ['admin'], state: 'active' },
  activeAdmins: ['ben', 'olga'],
}

describe('roles', () => {
  test('an administrator may take the role of another one, and no administrator their own', () => {
    expect(refuseRoleChange(revoke)).toBeNull()
    expect(refuseRoleChange({ ...revoke, targetId: 'olga' })).toBe('own_admin_role')
  })

  test('the last administrator who can sign in keeps the role, whoever asks', () => {
    expect(refuseRoleChange({ ...revoke, activeAdmins: ['ben'] })).toBe('last_admin')
    // Olga has been suspended in the meantime.
    expect(refuseRoleChange({ ...revoke, actorId: 'somebody', activeAdmins: ['ben'] })).toBe('last_admin')
  })

  test('other roles may be given and taken freely, one’s own too', () => {
    expect(refuseRoleChange({ ...revoke, role: 'support', roles: ['support'], targetId: 'olga' })).toBeNull()
    expect(refuseRoleChange({ ...revoke, role: 'billing', change: 'grant', roles: [] })).toBeNull()
  })

  test('what is so already, and a role for somebody who cannot sign in, is refused', () => {
    expect(refuseRoleChange({ ...revoke, roles: [] })).toBe('role_missing')
    expect(refuseRoleChange({ ...revoke, change: 'grant' })).toBe('has_role')
    for (const state of ['unconfirmed', 'suspended', 'deleted'] as const)
      expect(refuseRoleChange({ ...revoke, change: 'grant', roles: [], state })).toBe('not_active')
  })
})

test('nobody suspends or erases themselves or the last administrator', () => {
  expect(refuseAccountLoss({ actorId: 'olga', targetId: 'olga', activeAdmins: ['ben', 'olga'] })).toBe('own_account')
  expect(refuseAccountLoss({ actorId: 'olga', targetId: 'ben', activeAdmins: ['ben'] })).toBe('last_admin')
  expect(refuseAccountLoss({ actorId: 'olga', targetId: 'ben', activeAdmins: ['ben', 'olga'] })).toBeNull()
  expect(refuseAccountLoss({ actorId: 'olga', targetId: 'carl', activeAdmins: ['olga'] })).toBeNull()
})

test('a suspension counts until its last moment, and comes before a missing confirmation', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const times = { emailConfirmedAt: null, phoneConfirmedAt: null, bannedUntil: null, deletedAt: null }
  expect(accountState(times, now)).toBe('unconfirmed')
  expect(accountState({ ...times, bannedUntil: forGood }, now)).toBe('suspended')
  expect(accountState({ ...times, bannedUntil: now, phoneConfirmedAt: now }, now)).toBe('active')
  expect(accountState({ ...times, deletedAt: now, bannedUntil: forGood }, now)).toBe('deleted')
})
