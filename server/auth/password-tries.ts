// Counts wrong passwords by account and network, so that no stranger locks an owner out.

import type { Db } from '../foundation/db/pool.ts'
import { networkOf } from '../foundation/networks.ts'
import { keyedDigest } from '../foundation/seal.ts'
import type { AuthDeps } from './deps.ts'
import { isKnownNetwork, saveNetwork } from './networks-store.ts'

export interface PasswordTry {
  /** What was entered: an address or number, or the id of a user who is signed in. */
  name: string
  userId: string | null
  ip: string
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Throws 429 past the limits. A network that the owner has used is counted alone, whatever others try elsewhere. */
export async function consumePasswordTry(deps: AuthDeps, { name, userId, ip }: PasswordTry): Promise<void> {
  await deps.counters.consume('wrongPassword', fromNetwork(name, ip))
  if (await hasSignedInFrom(deps, userId, ip)) return
  await deps.counters.consume('wrongPasswordElsewhere', name)
}

export async function resetPasswordTries(deps: AuthDeps, { name, ip }: PasswordTry): Promise<void> {
  await deps.counters.reset('wrongPassword', fromNetwork(name, ip))
  await deps.counters.reset('wrongPasswordElsewhere', name)
}

/** Looks up unknown accounts too, which must take as long. */
export const hasSignedInFrom = (deps: AuthDeps, userId: string | null, ip: string): Promise<boolean> =>
  isKnownNetwork(deps.db, userId ?? nobody, networkHash(deps, ip))

/** Remembers where a user has signed in with everything that is asked of them. */
export const rememberNetwork = (deps: AuthDeps, tx: Db, userId: string, ip: string): Promise<void> =>
  saveNetwork(tx, userId, networkHash(deps, ip), deps.now())

/** One key for an account as seen from one network. */
export const fromNetwork = (name: string, ip: string): string => `${name} ${networkOf(ip)}`

const networkHash = (deps: AuthDeps, ip: string): Buffer => keyedDigest(deps.master, JSON.stringify(['network', networkOf(ip)]))
