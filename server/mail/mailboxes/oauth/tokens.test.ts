// Tests access tokens against real OpenID providers: renewed once, ahead of time, by one host, and never at another provider's cost.
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../foundation/clock.ts'
import { sealSecret } from '../sealed.ts'
import { readMailbox } from '../store.ts'
import { openOAuthClients } from './client.ts'
import { beginRenewal, endRenewal } from './owners.ts'
import { renewDue } from './renew-ahead.ts'
import {
  anna,
  begun,
  ben,
  connected,
  db,
  deps,
  keys,
  nothingAsked,
  oidc,
  other,
  outside,
  providersAt,
  redirectUri,
  signedIn,
  tokensOf,
} from './sign-ins.fixture.ts'
import { tokenSource } from './tokens.ts'

const renewals = () => oidc.ledger.filter(({ path, grant }) => path === '/token' && grant === 'refresh_token').length

describe('an access token', () => {
  test('that is valid is not renewed', async () => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, null)).toBe(tokens.accessToken)
    expect(renewals()).toBe(0)
  })
  test('that two hosts find expired at the same time is renewed once', async () => {
    oidc.behaviour.accessTokenSeconds = 30
    const kept = await connected()
    oidc.behaviour.accessTokenSeconds = 3600
    const tokens = await tokensOf(kept)
    const hosts = [tokenSource(deps), tokenSource(deps)]
    const given = await Promise.all(hosts.map(host => host.tokenOf(kept.userId, kept.mailboxId, null)))
    expect(new Set(given).size).toBe(1)
    expect(given[0]).not.toBe(tokens.accessToken)
    expect(renewals()).toBe(1)
    const now = await tokensOf(kept)
    expect(now.accessToken).toBe(given[0])
    expect(now.refreshToken).not.toBe(tokens.refreshToken)
  })
  test('that another host has renewed meanwhile is not renewed again', async () => {
    const kept = await connected()
    const { accessToken } = await tokensOf(kept)
    const renewed = await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)).toBe(renewed)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, renewed)).not.toBe(renewed)
    expect(renewals()).toBe(2)
  })
  test('that the server refuses is renewed early, and only once for all who were refused', async () => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    const source = tokenSource(deps)
    const ask = () => source.tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    const [first, second] = await Promise.all([ask(), ask()])
    expect(first).toBe(second)
    expect(first).not.toBe(tokens.accessToken)
    expect(renewals()).toBe(1)
  })
  test('keeps its refresh token where the provider sends no new one', async () => {
    oidc.behaviour.rotates = false
    const kept = await connected()
    const tokens = await tokensOf(kept)
    await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    expect((await tokensOf(kept)).refreshToken).toBe(tokens.refreshToken)
  })
  test.each([
    ['the provider has ended the access', { error: 'invalid_grant' }, 'sign_in_again'],
    ['the provider is down', { status: 503 }, 'sign_in_busy'],
    ['the provider asks for patience', { status: 429 }, 'sign_in_busy'],
    ['the client of the operator is refused', { error: 'invalid_client' }, 'sign_in_setup'],
  ])('is not renewed when %s, and the tokens stay as they were', async (_, kind, problem) => {
    const kept = await connected()
    const tokens = await tokensOf(kept)
    oidc.faults.push({ path: '/token', kind, times: 1 })
    const asked = tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, tokens.accessToken)
    await expect(asked).rejects.toMatchObject({ problem })
    expect(await tokensOf(kept)).toEqual(tokens)
  })
})

test('an unresponsive provider holds up neither the mailbox’s lease nor the next attempt', async () => {
  const kept = await connected()
  const { accessToken } = await tokensOf(kept)
  const [google] = providersAt(oidc)
  const doors = openOAuthClients(google ? [google] : [], outside, systemClock.now, 2000)
  await doors.get('google')?.client.pageFor({ ...nothingAsked, redirectUri })
  oidc.faults.push({ path: '/token', kind: 'hang', times: 1 })
  const slow = tokenSource({ ...deps, doors }).tokenOf(kept.userId, kept.mailboxId, accessToken)
  const refused = expect(slow).rejects.toMatchObject({ problem: 'sign_in_waits' })
  await expect.poll(() => oidc.faults.length).toBe(0)
  const done: string[] = []
  const lease = db.updateTable('mailboxes').set({ lease_until: systemClock.now() }).where('id', '=', kept.mailboxId).execute()
  await Promise.all([lease.then(() => done.push('lease')), refused.then(() => done.push('refusal'))])
  expect(done).toEqual(['lease', 'refusal'])
  expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)).not.toBe(accessToken)
})

test('a provider that hangs delays nobody at another one, and is left alone', async () => {
  const [google, microsoft] = [await connected(), await connected(anna, { provider: 'microsoft' })]
  const hanging = await Promise.all(Array.from({ length: 30 }, () => connected(ben, { provider: 'microsoft' })))
  const impatient = openOAuthClients([...providersAt(oidc).slice(0, 1), ...providersAt(other).slice(1)], outside, systemClock.now, 1500)
  for (const door of impatient.values()) await door.client.pageFor({ ...nothingAsked, redirectUri })
  const source = tokenSource({ ...deps, doors: impatient })
  const ask = async (kept: typeof google) => source.tokenOf(kept.userId, kept.mailboxId, (await tokensOf(kept)).accessToken)
  other.faults.push({ path: '/token', kind: 'hang', times: 1000 })
  onTestFinished(() => void other.faults.splice(0))
  const dark = Promise.allSettled(hanging.map(ask))
  await expect.poll(() => other.faults[0]?.times).toBeLessThan(1000)
  const began = performance.now()
  await ask(google)
  expect(performance.now() - began).toBeLessThan(1000)
  expect((await dark).every(({ status }) => status === 'rejected')).toBe(true)
  // Of thirty, only those that were under way before anybody knew have asked.
  expect(1000 - (other.faults[0]?.times ?? 0)).toBeLessThanOrEqual(10)
  await expect(ask(microsoft)).rejects.toMatchObject({ problem: 'sign_in_waits' })
}, 20_000)

test('while a provider is asked, no transaction is open and the database stays free', async () => {
  const kept = await connected()
  const { accessToken } = await tokensOf(kept)
  oidc.faults.push({ path: '/token', kind: 'hang', times: 1 })
  const [google] = providersAt(oidc)
  const doors = openOAuthClients(google ? [google] : [], outside, systemClock.now, 1500)
  await doors.get('google')?.client.pageFor({ ...nothingAsked, redirectUri })
  const slow = tokenSource({ ...deps, doors }).tokenOf(kept.userId, kept.mailboxId, accessToken)
  await expect.poll(() => oidc.faults.length).toBe(0)
  const { rows } = await sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
    db,
  )
  expect(rows).toEqual([])
  await expect(slow).rejects.toMatchObject({ problem: 'sign_in_waits' })
})

test('a host that dies while it renews loses its lease, and what it brings later is dropped', async () => {
  const kept = await connected()
  const { userId, mailboxId } = kept
  const { accessToken } = await tokensOf(kept)
  const lease = await beginRenewal(db, userId, mailboxId)
  const died = lease !== null && lease !== 'busy' ? lease.renewal : ''
  await db.updateTable('mailbox_token_locks').set({ renewing_until: sql<Date>`now()` }).where('mailbox_id', '=', mailboxId).execute()
  const renewed = await tokenSource(deps).tokenOf(userId, mailboxId, accessToken)
  expect(renewed).not.toBe(accessToken)
  expect(await endRenewal(db, userId, mailboxId, died, { secret: Buffer.from('old'), renewAt: null })).toBe(false)
  expect((await tokensOf(kept)).accessToken).toBe(renewed)
})

test('tokens are renewed before they lapse, once for all hosts, and only where the mailbox is watched', async () => {
  const [kept, stopped] = [await connected(), await connected(ben)]
  await db.updateTable('mailboxes').set({ state: 'needs_you' }).where('id', '=', stopped.mailboxId).execute()
  const before = await tokensOf(kept)
  await db
    .updateTable('mailbox_token_locks')
    .set({ renew_at: null })
    .where('mailbox_id', 'not in', [kept.mailboxId, stopped.mailboxId])
    .execute()
  const at = (minutes: number) => ({ ...deps, now: () => new Date(systemClock.now().getTime() + minutes * 60_000) })
  const hosts = [tokenSource(deps), tokenSource(deps)]
  expect(await renewDue(at(29), hosts[0] ?? tokenSource(deps))).toBe(0)
  const due = await Promise.all(hosts.map(host => renewDue(at(46), host)))
  expect(due.toSorted()).toEqual([0, 1])
  expect((await tokensOf(kept)).accessToken).not.toBe(before.accessToken)
  expect(renewals()).toBe(1)
  expect(await renewDue(at(29), tokenSource(deps))).toBe(0)
})

describe('a user of a provider that asks about sending separately', () => {
  const smtp = 'https://outlook.office.com/SMTP.Send'
  const microsoft = { provider: 'microsoft' as const }
  const mailboxOf = async (kept: { userId: string; mailboxId: string }) => readMailbox(db, kept.userId, kept.mailboxId)
  const renew = async (kept: { userId: string; mailboxId: string }, withSending: boolean) => {
    const client = deps.doors.get('microsoft')?.client
    return client?.renew((await tokensOf(kept)).refreshToken, withSending)
  }

  test('is asked to allow both at the sign-in', async () => {
    const { page } = await begun(microsoft)
    expect(new URL(page).searchParams.get('scope')?.split(' ')).toEqual(expect.arrayContaining([smtp, 'offline_access']))
    expect((await mailboxOf(await connected(anna, microsoft)))?.may_send).toBe(true)
    expect((await mailboxOf(await connected()))?.may_send).toBe(null)
  })
  test('who does not allow sending goes on receiving, and is let send after signing in again', async () => {
    const kept = await connected({ ...anna, without: [smtp] }, microsoft)
    expect((await mailboxOf(kept))?.may_send).toBe(false)
    const { accessToken } = await tokensOf(kept)
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, accessToken)).not.toBe(accessToken)
    // The provider renews nothing for more than was granted: receiving would end with it.
    await expect(renew(kept, true)).rejects.toThrow()
    await signedIn(anna, { ...microsoft, mailboxId: kept.mailboxId }, kept.userId)
    expect((await mailboxOf(kept))?.may_send).toBe(true)
    await expect(renew(kept, true)).resolves.toMatchObject({ accessToken: expect.any(String) })
  })
  test('whose mailbox was connected before we asked is renewed for receiving alone', async () => {
    const kept = await connected({ ...anna, without: [smtp] }, microsoft)
    const { maySend: _, ...before } = await tokensOf(kept)
    const secret = sealSecret(await keys.secretsKeyOf(db, kept.userId), kept.userId, kept.mailboxId, before)
    await db.updateTable('mailboxes').set({ secret, may_send: null }).where('id', '=', kept.mailboxId).execute()
    expect(await tokenSource(deps).tokenOf(kept.userId, kept.mailboxId, before.accessToken)).not.toBe(before.accessToken)
  })
})
