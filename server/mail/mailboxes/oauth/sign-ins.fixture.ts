// Test data: people who sign in at two providers, each a real OpenID provider of its own, and the mailboxes that come of it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach } from 'vitest'
import { selfHosted } from '../../../../core/plans/plans.ts'
import { type Oidc, startOidc } from '../../../../sandbox/oidc/start.ts'
import { testDatabase } from '../../../../test/database.ts'
import { signInAt } from '../../../../test/oidc-browser.ts'
import { systemClock } from '../../../foundation/clock.ts'
import { openUserKeys } from '../../../foundation/db/keys.ts'
import { openLog } from '../../../foundation/log.ts'
import { openOutside } from '../../../foundation/outside.ts'
import { newKey, randomToken } from '../../../foundation/seal.ts'
import { type OAuthTokens, openSecret } from '../sealed.ts'
import { readMailbox } from '../store.ts'
import { openOAuthClients } from './client.ts'
import { saveGrant } from './keep.ts'
import { type OAuthProvider, oauthProviders } from './providers.ts'
import { beginSignIn, completeSignIn, type MailSignInDeps } from './sign-in.ts'
import type { TokenDeps } from './tokens.ts'

export const { db } = await testDatabase()
export const keys = openUserKeys(newKey(), systemClock.now)
export const outside = openOutside({ allow: [], loopback: true })
export const redirectUri = 'http://mailferry.example/api/mailboxes/sign-ins/callback'
export const anna = { subject: 'subject-of-anna', address: 'anna@example.com', password: 'secret of anna' }
export const ben = { subject: 'subject-of-ben', address: 'ben@example.com', password: 'secret of ben' }
const clients = ['google', 'microsoft', 'stranger'].map(id => ({
  id: `client-of-${id}`,
  secret: `secret-of-${id}`,
  redirectUris: [redirectUri],
}))

export const oidc: Oidc = await startOidc({ port: 0, clients, people: [anna, ben] })
export const other: Oidc = await startOidc({ port: 0, clients, people: [anna, ben] })
afterAll(() => Promise.all([oidc.stop(), other.stop()]))
beforeEach(() => {
  oidc.ledger.length = 0
  Object.assign(oidc.behaviour, { accessTokenSeconds: 3600, rotates: true, revokes: true })
})

export const providersAt = ({ issuer }: Oidc): OAuthProvider[] =>
  oauthProviders({
    google: { id: 'client-of-google', secret: 'secret-of-google' },
    microsoft: { id: 'client-of-microsoft', secret: 'secret-of-microsoft' },
    tenant: 'common',
    standIn: { issuer, host: '127.0.0.1', port: 143 },
  })

export const nothingAsked = { state: 's', nonce: 'n', verifier: 'v'.repeat(43), loginHint: null }

export const partsWith = (providers: OAuthProvider[], now = systemClock.now) => ({
  db,
  keys,
  now,
  log: openLog('silent'),
  doors: openOAuthClients(providers, outside, now),
  redirectUri,
})

const [google] = providersAt(oidc)
const [, microsoft] = providersAt(other)
/** Google and Microsoft, each played by a stand-in of its own. */
export const deps: MailSignInDeps & TokenDeps = partsWith([google, microsoft].filter(one => one !== undefined))

type Who = typeof anna & { without?: string[] }

interface Begun {
  userId: string
  browser: string
  page: string
}

export async function begun(asked: Partial<Parameters<typeof beginSignIn>[2]> = {}, userId: string = randomUUID()): Promise<Begun> {
  const browser = randomToken()
  return { userId, browser, page: await beginSignIn(deps, userId, { provider: 'google', ...asked }, browser) }
}

/** The whole way; resolves with the mailbox. */
export async function signedIn(who: Who = anna, asked: Partial<Parameters<typeof beginSignIn>[2]> = {}, userId: string = randomUUID()) {
  const { page, browser } = await begun(asked, userId)
  const returned = await completeSignIn(deps, await signInAt(page, who), browser)
  if (typeof returned === 'string') return returned
  const kept = await saveGrant({ ...deps, limitsOf: async () => selfHosted.limits }, returned)
  return typeof kept === 'string' ? kept : { userId, mailboxId: kept.mailboxId }
}

export async function connected(who: Who = anna, asked: Partial<Parameters<typeof beginSignIn>[2]> = {}) {
  const kept = await signedIn(who, asked)
  if (typeof kept === 'string') throw new Error(kept)
  return kept
}

export const tokensOf = async ({ userId, mailboxId }: { userId: string; mailboxId: string }): Promise<OAuthTokens> => {
  const secret = (await readMailbox(db, userId, mailboxId))?.secret ?? Buffer.alloc(0)
  const opened = openSecret(await keys.secretsKeyOf(db, userId), userId, mailboxId, secret)
  if (opened.kind !== 'oauth2') throw new Error('This mailbox has a password.')
  return opened
}
